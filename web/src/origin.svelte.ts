/** Where others find what this page shows. On the server's own machine the page has an address that nobody else can use. */
import { fetchOrigin } from "./api";

const AT_HOME = /^(localhost|127\..+|\[::1\])$/;

let known = $state(location.origin);
let asked = false;

/** The origin for links that are given away; asked for when the first one is shown. */
export function origin(): string {
  if (!asked && AT_HOME.test(location.hostname)) {
    asked = true;
    fetchOrigin().then(
      (found) => (known = found),
      () => (asked = false),
    );
  }
  return known;
}
