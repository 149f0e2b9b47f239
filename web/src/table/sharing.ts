/** Copying and sharing, where the browser lets us. */

/** False: the browser does not allow it (a plain http address has no clipboard in most browsers). */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** The old way still works on addresses of a home network, which browsers do not call secure. */
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.style.position = "fixed";
  field.style.opacity = "0";
  // Inside an open dialog only what belongs to it can be selected.
  const place = document.querySelector("dialog[open]") ?? document.body;
  place.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
  }
}

export function canShare(): boolean {
  return typeof navigator.share === "function";
}

export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, text: title, url });
  } catch {
    return; // put away by the person: nothing to say about it
  }
}
