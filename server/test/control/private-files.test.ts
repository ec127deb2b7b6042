import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const main = path.resolve(import.meta.dirname, "../../src/main.ts");

let outside: string;
let folder: string;
beforeEach(() => {
  outside = mkdtempSync(path.join(tmpdir(), "tollgate-private-"));
  folder = path.join(outside, "deep", "data");
});
afterEach(() => rmSync(outside, { recursive: true, force: true }));

/**
 * Starts the real process where everything would be readable to all users, and kills it, so that its files stay as they
 * are.
 */
async function startAndKill(): Promise<void> {
  const child: ChildProcess = spawn("sh", ["-c", 'umask 000; exec "$0" "$1"', process.execPath, main], {
    env: { ...process.env, DATA_DIR: folder, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" },
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let output = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (data: Buffer): void => {
      output += data.toString();
      if (output.includes("ready at")) resolve();
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    void exited.then(() => reject(new Error(output)));
  });
  child.kill("SIGKILL");
  await exited;
}

const modeOf = (file: string): string => (statSync(file).mode & 0o777).toString(8);

/** Everything in the data folder with a mode that other users could use. */
function open(): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return [".", ...names]
    .filter(
      (name) =>
        modeOf(path.join(folder, name)) !== (statSync(path.join(folder, name)).isDirectory() ? "700" : "600"),
    )
    .map((name) => `${name} ${modeOf(path.join(folder, name))}`);
}

/** Each test starts servers, which takes a busy machine ten seconds a time. */
const startsServers = { timeout: 60_000 };

describe.skipIf(process.platform === "win32")("the data folder", () => {
  it("is the server's alone from the first start on, with any umask", startsServers, async () => {
    await startAndKill();
    const names = readdirSync(folder);
    expect(names).toEqual(
      expect.arrayContaining(["secret.key", "tollgate.db", "tollgate.db-shm", "tollgate.db-wal"]),
    );
    expect(open()).toEqual([]);
  });

  it(
    "is tightened at start where earlier files are open, and nothing else is changed",
    startsServers,
    async () => {
      await startAndKill();
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        const file = path.join(folder, name);
        chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
      }
      chmodSync(folder, 0o755);
      mkdirSync(path.join(folder, "mine"));
      writeFileSync(path.join(folder, "notes.txt"), "mine");
      const elsewhere = path.join(outside, "elsewhere");
      writeFileSync(elsewhere, "another program's");
      for (const file of ["mine", "notes.txt"]) chmodSync(path.join(folder, file), 0o755);
      chmodSync(elsewhere, 0o644);
      symlinkSync(elsewhere, path.join(folder, "tollgate.db.link"));
      const asRoot = process.getuid?.() === 0;
      if (asRoot) {
        writeFileSync(path.join(folder, "tollgate.db.backup"), "another user's", { mode: 0o644 });
        chmodSync(path.join(folder, "tollgate.db.backup"), 0o644);
        chownSync(path.join(folder, "tollgate.db.backup"), 65_534, 65_534);
      }
      await startAndKill();
      expect(open().toSorted()).toEqual(
        [
          "mine 755",
          "notes.txt 755",
          "tollgate.db.link 644",
          ...(asRoot ? ["tollgate.db.backup 644"] : []),
        ].toSorted(),
      );
    },
  );

  it("is left as it is where it is shared by design", startsServers, async () => {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o1777);
    await startAndKill();
    expect(modeOf(folder)).toBe("777");
    expect(open().filter((name) => !name.startsWith(". "))).toEqual([]);
  });
});
