import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/**
 * The gateway, with the web server below it in a version on which it can stream: 1.14.4 and later hand out the upstream's own
 * frozen headers, the gateway adds its own to them, and every stream ends in a 500.
 */
const packages = ["@portkey-ai/gateway@1.15.2", "@hono/node-server@1.13.8", "@hono/node-ws@1.2.0"];
const folder = path.join(
  import.meta.dirname,
  "../node_modules/.cache/bench-contenders/portkey-1.15.2-streaming",
);

/** Start script of `@portkey-ai/gateway`, installed aside on the first run; undefined where it cannot be loaded. */
export function findPortkey(): string | undefined {
  const script = path.join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  if (existsSync(script)) return script;
  mkdirSync(folder, { recursive: true });
  const install = ["install", "--prefix", folder, "--no-save", "--ignore-scripts", ...packages];
  const done = spawnSync("npm", install, { stdio: "ignore" });
  return done.status === 0 && existsSync(script) ? script : undefined;
}
