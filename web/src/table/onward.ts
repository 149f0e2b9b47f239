/**
 * What is used with the keyboard often vanishes with the use: a choice, a hint, a handle of the show. The focus goes on
 * to what a board marks with `data-next`; while there is none, it waits at a place from which it is called there.
 */
export function onward(race: HTMLElement): () => void {
  let keyed = false;
  let resting: Element | null = null;
  let looking: ReturnType<typeof setTimeout> | undefined;

  const find = (selector: string) => race.querySelector<HTMLElement>(selector);

  function goOn(): void {
    const here = document.activeElement;
    if (!keyed || (here !== document.body && here !== resting)) return;
    const next = find("[data-next]");
    if (next) next.focus();
    else if (here === document.body) {
      const place = find("[data-handles] button:last-child") ?? find("section [tabindex='0']");
      place?.focus();
      resting = place;
    }
  }

  function focused(focus: FocusEvent): void {
    keyed = (focus.target as Element).matches(":focus-visible");
    resting = null;
  }
  const pressed = () => (keyed = false);

  /** On its way with the Tab key the focus is nowhere for a moment: whether it is lost shows right after. */
  function lookSoon(): void {
    looking ??= setTimeout(() => {
      looking = undefined;
      goOn();
    });
  }

  const watch = new MutationObserver(lookSoon);
  watch.observe(race, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-next"] });
  race.addEventListener("focusin", focused);
  document.addEventListener("pointerdown", pressed);
  return () => {
    watch.disconnect();
    clearTimeout(looking);
    race.removeEventListener("focusin", focused);
    document.removeEventListener("pointerdown", pressed);
  };
}
