// `npm start`, with `exec` so that npm's signals reach the server and not only the shell; Windows' shell has no `exec`
// (`npm run start:windows`). Plain JavaScript for any Node: an older one cannot even load the TypeScript that would tell it so.
import "./require-node.mjs";

const { ensureBuilt } = await import("./ensure-built.ts");
await ensureBuilt();
const { becomeProcess, serverProcess } = await import("./server-process.ts");
await becomeProcess(serverProcess(process.argv.slice(2), process.env));
