import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DatabaseLocation } from "../../src/storage/database.ts";
import { freePort } from "./free-port.ts";

const main = path.resolve(import.meta.dirname, "../../src/main.ts");

/** A server of three processes, as `WORKERS=3` starts it. */
export interface WorkerProcesses {
  url: string;
  /** Of the process that starts the others. */
  child: ChildProcess;
  /** Kills one of the three, like a crash; the others continue. Linux only. */
  killOne(): void;
  stop(): Promise<void>;
}

/** Starts three processes with an initialized database. `location` of SQLite: a file called `tollgate.db`. */
export async function startWorkers(
  location: DatabaseLocation,
  { secretKey, port }: { secretKey: string; port?: number },
): Promise<WorkerProcesses> {
  const folder =
    location.kind === "sqlite"
      ? path.dirname(location.file)
      : mkdtempSync(path.join(tmpdir(), "tollgate-workers-"));
  const listening = port ?? (await freePort());
  const env = {
    ...process.env,
    DATA_DIR: folder,
    HOST: "127.0.0.1",
    PORT: String(listening),
    SECRET_KEY: secretKey,
    WORKERS: "3",
    LOG_LEVEL: "error",
    ...(location.kind === "postgres" && { DATABASE_URL: location.url }),
  };
  const child = spawn(process.execPath, [main], { env });
  const gone = new Promise((resolve) => child.once("exit", resolve));
  await new Promise<void>((resolve, reject) => {
    let output = "";
    const hear = (data: Buffer): void => {
      output += data.toString();
      if (output.includes("ready at")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("exit", (code) => reject(new Error(`exited ${code}: ${output}`)));
  });
  return {
    url: `http://127.0.0.1:${listening}`,
    child,
    killOne() {
      const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
      process.kill(Number(children.trim().split(" ")[0]), "SIGKILL");
    },
    async stop() {
      child.kill("SIGTERM");
      await gone;
      if (location.kind === "postgres") rmSync(folder, { recursive: true, force: true });
    },
  };
}
