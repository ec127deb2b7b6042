// Plain JavaScript, so that from the second start on neither compiler nor type stripper is needed for anything.
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const main = path.join(import.meta.dirname, "dist/main.js");
if (!existsSync(main)) {
  console.error("The server is not built. Run: npm run build");
  process.exit(1);
}
const folder = path.join(import.meta.dirname, "../node_modules/.cache/tollgate");
// The writer thread takes it from the environment.
process.env.NODE_COMPILE_CACHE ??= folder;
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import(pathToFileURL(main).href);
