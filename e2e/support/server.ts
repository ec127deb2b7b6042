import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

export const rootPassword = "a root password";

export interface TestServer {
  url: string;
  /** Holds its database, `tollgate.db`. */
  dataDir: string;
  /** What it printed so far. */
  output(): string;
  stop(): Promise<void>;
}

/** The real server as `npm start` runs it, on an empty database of its own. */
export function startServer(
  options: { demo?: boolean; env?: Record<string, string> } = {},
): Promise<TestServer> {
  const folder = mkdtempSync(path.join(tmpdir(), "tollgate-e2e-"));
  const main = path.resolve(import.meta.dirname, "../../server/start.mjs");
  const child: ChildProcess = spawn(process.execPath, [main, ...(options.demo ? ["--demo"] : [])], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      HOST: "127.0.0.1",
      PORT: "0",
      ROOT_PASSWORD: rootPassword,
      LOG_LEVEL: "warn",
      ...options.env,
    },
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  let output = "";
  return new Promise((resolve, reject) => {
    const read = (data: Buffer): void => {
      output += data.toString();
      const match = /ready at (http:\S+)/.exec(output);
      if (!match?.[1]) return;
      resolve({
        url: match[1],
        dataDir: folder,
        output: () => output,
        async stop() {
          child.kill("SIGKILL");
          await exited;
          rmSync(folder, { recursive: true, force: true });
        },
      });
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    void exited.then((code) => reject(new Error(`the server exited ${String(code)}: ${output}`)));
  });
}
