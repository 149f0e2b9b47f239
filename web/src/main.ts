import { mount } from "svelte";
import "./theme.css";
import "./app.css";
import { followAccount } from "./account.svelte";
import App from "./App.svelte";
import { followLanguage, loadNamespace } from "./i18n.svelte";
import { prefetchTables } from "./prefetch";
import { startRouter } from "./router.svelte";
import { applySettings } from "./settings.svelte";

applySettings();
followLanguage();
startRouter();
followAccount();
void loadNamespace("refusals");
await loadNamespace("common");
mount(App, { target: document.getElementById("app")! });
const prefetched = prefetchTables();

// A home network's plain http address has no service worker; the page works without. The shell is kept once the first
// screen is there and what a table needs has been fetched, so that neither has to wait.
if (import.meta.env.PROD && "serviceWorker" in navigator)
  void prefetched.then(() => navigator.serviceWorker.register("/sw.js")).catch(() => undefined);
