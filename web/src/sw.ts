/**
 * Keeps the shell of the page on the device. Files with a hash in their name never change, so they come from the cache;
 * the page itself comes from the network while there is one, so that an update is never held back. What the server
 * computes (/api, /ws) is never touched.
 */
declare const __SHELL__: string[];

const worker = self as unknown as ServiceWorkerGlobalScope; // this file alone runs in a worker

const FILES = __SHELL__;
const CACHE = "karacho-shell";
const PAGE = "/";
const EXTRAS = ["/manifest.webmanifest", "/icon.svg", "/icon-192.png"];
const NETWORK_PATIENCE = 4000;

async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map((request) => new URL(request.url).pathname));
  await cache.addAll([PAGE, ...EXTRAS, ...FILES.filter((file) => !kept.has(file))]);
}

/** Files of older builds go, once no page of such a build is open any more. */
async function sweep(): Promise<void> {
  const cache = await caches.open(CACHE);
  const ours = new Set([PAGE, ...EXTRAS, ...FILES]);
  for (const request of await cache.keys()) if (!ours.has(new URL(request.url).pathname)) await cache.delete(request);
}

async function fromCache(request: Request): Promise<Response> {
  // How the file was asked for (compressed, by a script) makes no difference to what is in it.
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function freshPage(request: Request): Promise<Response> {
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(NETWORK_PATIENCE) });
    if (response.ok && !response.redirected) {
      const cache = await caches.open(CACHE);
      await cache.put(PAGE, response.clone());
    }
    return response;
  } catch (error) {
    const kept = await caches.match(PAGE, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

worker.addEventListener("install", (event) => event.waitUntil(fill()));

worker.addEventListener("activate", (event) => event.waitUntil(sweep().then(() => worker.clients.claim())));

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== worker.location.origin) return;
  if (request.mode === "navigate" && !/^\/(api|ws|metrics|healthz)\b/.test(pathname)) {
    event.respondWith(freshPage(request));
  } else if (pathname.startsWith("/assets/") || EXTRAS.includes(pathname)) {
    event.respondWith(fromCache(request));
  }
});
