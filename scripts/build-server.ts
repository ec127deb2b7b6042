import { readFileSync, rmSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { type Plugin, rolldown } from "rolldown";
import { repositoryRoot } from "./finding.ts";

/** Their files must lie beside them: compiled code, and pages with pictures. */
const unbundled = [
  /^better-sqlite3$/,
  /^@node-rs\//,
  /^@fastify\/swagger-ui$/,
  // Fastify requires them only for routes with JSON schemas; the server has none.
  /^@fastify\/(?:ajv-compiler|fast-json-stringify-compiler)$/,
];

/** `new URL("./file", import.meta.url)`: a file that the server opens by its place. */
const placed = /new URL\("(\.\/[^"]+)", import\.meta\.url\)/g;

/** Gives opened files a place in the output: threads as modules of their own, everything else as a copy. */
function placedFiles(): Plugin {
  /** By the name in the output, which has no folders. */
  const sources = new Map([["main.js", "the server"]]);
  return {
    name: "placed-files",
    transform(code, id) {
      if (id.includes("node_modules") || !code.includes("import.meta.url")) return undefined;
      return {
        code: code.replace(placed, (_all, file: string) => {
          const source = path.resolve(path.dirname(id), file);
          const isModule = source.endsWith(".ts");
          const fileName = isModule ? `${path.basename(source, ".ts")}.js` : path.basename(source);
          const other = sources.get(fileName) ?? source;
          if (other !== source)
            this.error(`${other} and ${source} would both be dist/${fileName}: rename one of them.`);
          sources.set(fileName, source);
          if (isModule) this.emitFile({ type: "chunk", id: source, fileName });
          else this.emitFile({ type: "asset", source: readFileSync(source), fileName });
          return `new URL("./${fileName}", import.meta.url)`;
        }),
      };
    },
  };
}

/** Their getters in `node:http` load Node's own copy of undici, which takes 50 ms of a start, and an import reads all properties. */
const webSocketNames = new Set(["CloseEvent", "MessageEvent", "WebSocket"]);

const httpWithoutWebSocket: Plugin = {
  name: "http-without-web-socket",
  resolveId: (id) => (/^(?:node:)?http$/.test(id) ? "\0http-without-web-socket" : undefined),
  load(id) {
    if (id !== "\0http-without-web-socket") return undefined;
    const names = Object.getOwnPropertyNames(http).filter((name) => !webSocketNames.has(name));
    return `const http = process.getBuiltinModule("node:http");
      export default http;
      export const { ${names.join(", ")} } = http;`;
  },
};

/** `@fastify/static` uses it only with `wildcard: false`, and would load it always. */
const withoutGlob: Plugin = {
  name: "without-glob",
  resolveId: (id) => (id === "glob" ? "\0without-glob" : undefined),
  load: (id) => (id === "\0without-glob" ? "export const glob = undefined;" : undefined),
};

/** V8 keeps two bytes for each character of a file that has one beyond Latin-1. */
const asciiOnly: Plugin = {
  name: "ascii-only",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== "chunk") continue;
      if (/String\.raw`[^`]*[^\0-\x7f]/.test(chunk.code))
        this.error(`${chunk.fileName}: String.raw does not read escapes; write the characters as escapes.`);
      chunk.code = chunk.code.replace(
        /[^\0-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

/** Writes the server with its packages to `server/dist`, as few files: two thousand modules take a second longer to load. */
export async function buildServer(root: string = repositoryRoot): Promise<void> {
  const output = path.join(root, "server/dist");
  const bundle = await rolldown({
    input: path.join(root, "server/src/main.ts"),
    platform: "node",
    external: unbundled,
    plugins: [placedFiles(), httpWithoutWebSocket, withoutGlob, asciiOnly],
    logLevel: "warn",
  });
  rmSync(output, { recursive: true, force: true });
  await bundle.write({
    dir: output,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    // Names of functions stay, for stack traces.
    minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
  });
  await bundle.close();
}

if (import.meta.main) await buildServer();
