/** Which page is shown, by the address. */

export type Route =
  | { page: "home" }
  | { page: "table"; code: string }
  | { page: "replay"; race: string; version: number | null; seat: number | null }
  | { page: "rules"; game: string | null }
  | { page: "carpet" }
  | { page: "settings" }
  | { page: "account" }
  | { page: "missing" };

const count = (text: string | null): number | null => (text !== null && /^\d{1,7}$/.test(text) ? Number(text) : null);

/** The page an address stands for. */
export function parse(path: string, search = ""): Route {
  const [first = "", second, ...rest] = path.split("/").filter(Boolean).map(decode);
  if (rest.length > 0) return { page: "missing" };
  if (first === "t" && second) return { page: "table", code: cleanCode(second) };
  if (first === "r" && second) {
    const query = new URLSearchParams(search);
    return { page: "replay", race: second, version: count(query.get("v")), seat: count(query.get("seat")) };
  }
  if (first === "rules") return { page: "rules", game: second ?? null };
  if (second) return { page: "missing" };
  if (first === "") return { page: "home" };
  if (first === "carpet" || first === "settings" || first === "account") return { page: first };
  return { page: "missing" };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export const CODE_LENGTH = 11;

/** A table's code as people type it: any case, with gaps and hyphens, O for 0, I and L for 1; or a whole link. */
export function cleanCode(typed: string): string {
  const link = /\/t\/([^/?#\s]+)/.exec(typed);
  const code = (link ? link[1] : typed).toUpperCase().replace(/O/g, "0").replace(/[IL]/g, "1");
  return code.replace(/[^0-9A-HJKMNP-TV-Z]/g, "");
}

/** A code in parts that can be read aloud: ABCD-EFG-HJKM. */
export function spellCode(code: string): string {
  return code.length === CODE_LENGTH ? `${code.slice(0, 4)}-${code.slice(4, 7)}-${code.slice(7)}` : code;
}

const here = $state<{ route: Route }>({ route: { page: "home" } });

export function route(): Route {
  return here.route;
}

/** Go to another address of this site; `replace` leaves no step to come back to. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else if (path !== location.pathname + location.search + location.hash) history.pushState(null, "", path);
  arrive();
  scrollTo(0, 0);
}

function arrive(): void {
  here.route = parse(location.pathname, location.search);
}

function followLink(click: MouseEvent): void {
  if (click.defaultPrevented || click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey)
    return;
  const link = (click.target as Element).closest?.("a[href]") as HTMLAnchorElement | null;
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || (link.hash && link.pathname === location.pathname)) return;
  click.preventDefault();
  go(link.pathname + link.search + link.hash);
}

/** Called once, by main.ts. */
export function startRouter(): void {
  arrive();
  addEventListener("popstate", arrive);
  document.addEventListener("click", followLink);
}
