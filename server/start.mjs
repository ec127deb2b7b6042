// Plain JavaScript, so that from the second start on neither compiler nor type stripper is needed for anything: starts take
// half the time, and the process is 50 MB smaller.
import { enableCompileCache } from "node:module";
import path from "node:path";

const folder = path.join(import.meta.dirname, "../node_modules/.cache/tollgate");
// The writer thread takes it from the environment.
process.env.NODE_COMPILE_CACHE ??= folder;
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import("./src/main.ts");
