// `npm start`, with `exec` so that npm's signals reach the server and not only the shell; Windows' shell has no `exec`
// (`npm run start:windows`). Plain JavaScript for Node from 14.8 on: an older one cannot even load the TypeScript that would tell it so.
await import("./require-node.mjs");

// The tools of a build set variables.
const env = { ...process.env };
const { ensureBuilt } = await import("./ensure-built.ts");
await ensureBuilt();
const { becomeProcess, serverProcess } = await import("./server-process.ts");
await becomeProcess(serverProcess(process.argv.slice(2), env));
