import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";

const version = "1.15.2";
const folder = path.join(import.meta.dirname, "../node_modules/.cache/bench-contenders");

/** Start script of `@portkey-ai/gateway`, installed aside on the first run; undefined where it cannot be had. */
export function findPortkey(): string | undefined {
  const script = path.join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  if (existsSync(script)) return script;
  mkdirSync(folder, { recursive: true });
  const install = [
    "install",
    "--prefix",
    folder,
    "--no-save",
    "--ignore-scripts",
    `@portkey-ai/gateway@${version}`,
  ];
  const done = spawnSync("npm", install, { stdio: "ignore" });
  return done.status === 0 && existsSync(script) ? script : undefined;
}
