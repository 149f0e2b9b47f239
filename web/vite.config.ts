import { svelte } from "@sveltejs/vite-plugin-svelte";
import { loadEnv, type Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** Tells the service worker which files belong to this build, so that it can keep them and drop those of older ones. */
function shell(): Plugin {
  return {
    name: "karacho-shell",
    apply: "build",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") return;
      const files = Object.keys(bundle).filter((file) => file.startsWith("assets/"));
      worker.code = worker.code.replace("__SHELL__", JSON.stringify(files.sort().map((file) => `/${file}`)));
    },
  };
}

export default defineConfig(({ mode }) => {
  const server = loadEnv(mode, ".", "KARACHO_").KARACHO_SERVER ?? "http://127.0.0.1:8600";
  return {
    plugins: [svelte({ compilerOptions: { runes: true } }), shell()],
    build: {
      outDir: "../src/karacho/server/page",
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: 0, // the content security policy allows no data: scripts or fonts
      rolldownOptions: {
        input: { main: "index.html", sw: "src/sw.ts" },
        output: {
          entryFileNames: (chunk) => (chunk.name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
          // What every page needs comes in one file, not in a dozen.
          codeSplitting: {
            groups: [{ name: "shared", test: /node_modules|\/src\/(parts\/\w+\.svelte|(?!sw\.|main\.)[\w.]+\.ts)/ }],
          },
        },
      },
    },
    server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
    resolve: { conditions: mode === "test" ? ["browser"] : undefined }, // tests need runes that react
    test: { include: ["src/**/*.test.ts"], testTimeout: 60_000 }, // a busy machine is no fault
  };
});
