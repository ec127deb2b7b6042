import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** A PostgreSQL server for one suite. */
export interface PostgresServer {
  url: string;
  /** Stops the server and removes its data. */
  stop: () => Promise<void>;
  /** Stops the server like an administrator: open connections break, new ones are rejected. The data stays. */
  shutDown: () => Promise<void>;
  /** Starts it again with the same data, unless it is running. */
  restart: () => Promise<void>;
}

const debianRoot = "/usr/lib/postgresql";

/**
 * The folder with `initdb` and `postgres`: `PG_BIN`, else the newest one that Debian installed; null if there is none.
 */
export function findPostgres(): string | null {
  const versions = existsSync(debianRoot) ? readdirSync(debianRoot) : [];
  const installed = versions
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(debianRoot, version, "bin"));
  const candidates = [process.env["PG_BIN"] ?? "", ...installed, "/usr/local/pgsql/bin", "/opt/homebrew/bin"];
  return candidates.find((folder) => folder !== "" && existsSync(path.join(folder, "initdb"))) ?? null;
}

/** PostgreSQL does not run as root; then uses its own user, or an unprivileged one. */
function findServerUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const name of ["postgres", "65534"]) {
    const [user, group] = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
    if (user?.status === 0 && group?.status === 0)
      return { uid: Number(user.stdout), gid: Number(group.stdout) };
  }
  return {};
}

/** Copies a folder with its owners and modes. */
function copyFolder(from: string, to: string): void {
  const { status, stderr, error } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`copying ${from} failed: ${stderr}${error ? String(error) : ""}`);
}

/**
 * An empty PostgreSQL data folder. `initdb` takes two seconds of CPU time, a copy a tenth of one, so it is created once
 * and stored with the installed packages.
 */
function emptyDatabase(bin: string, user: { uid?: number; gid?: number }): string {
  const { stdout } = spawnSync(path.join(bin, "initdb"), ["--version"], { encoding: "utf8" });
  const version = /[\d.]+/.exec(stdout)?.[0] ?? "unknown";
  const kept = path.join(
    import.meta.dirname,
    `../../../node_modules/.cache/tollgate-postgres-${version}-${user.uid ?? "own"}`,
  );
  if (existsSync(kept)) return kept;
  const folder = mkdtempSync(path.join(os.tmpdir(), "pg-empty-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  try {
    const data = path.join(folder, "data");
    const options = ["--auth=trust", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync", "--wal-segsize=1"];
    const init = spawnSync(path.join(bin, "initdb"), ["-D", data, "-U", "postgres", ...options], {
      ...user,
      env: { ...process.env, LC_ALL: "C.UTF-8" },
      cwd: folder,
      encoding: "utf8",
    });
    if (init.status !== 0)
      throw new Error(`initdb failed: ${init.stderr}${init.error ? String(init.error) : ""}`);
    mkdirSync(path.dirname(kept), { recursive: true });
    const copy = `${kept}.${process.pid}`;
    copyFolder(data, copy);
    // Another process may have created its own there in the meantime, which works as well.
    try {
      renameSync(copy, kept);
    } catch {
      rmSync(copy, { recursive: true, force: true });
    }
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Starts an empty PostgreSQL from the programs in `bin`. It listens only on a socket in its own folder, so that
 * parallel suites do not interfere, and it does not wait for the disk: its data is removed after the suite.
 */
export async function startPostgres(bin: string): Promise<PostgresServer> {
  const user = findServerUser();
  const env = { ...process.env, LC_ALL: "C.UTF-8" };
  const folder = mkdtempSync(path.join(os.tmpdir(), "pg-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid ?? user.uid);
  const data = path.join(folder, "data");
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    copyFolder(emptyDatabase(bin, user), data);
  } catch (error) {
    remove();
    throw error;
  }

  const options = ["listen_addresses=", "fsync=off", "synchronous_commit=off", "full_page_writes=off"];
  const start = (): ChildProcess =>
    spawn(
      path.join(bin, "postgres"),
      ["-D", data, "-k", folder, ...options.flatMap((option) => ["-c", option])],
      { ...user, env, cwd: folder, stdio: ["ignore", "ignore", "pipe"] },
    );
  let child = start();
  // A test process that exits without its hooks must not leave a server behind.
  const abandon = () => {
    child.kill("SIGQUIT");
    remove();
  };
  process.once("exit", abandon);
  const stop = async () => {
    process.off("exit", abandon);
    await endServer(child);
    remove();
  };
  try {
    await waitUntilReady(child);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    url: `postgres://postgres@localhost/postgres?host=${encodeURIComponent(folder)}`,
    stop,
    shutDown: () => endServer(child),
    async restart() {
      if (child.exitCode === null && child.signalCode === null) return;
      child = start();
      await waitUntilReady(child);
    },
  };
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000);
      if (log.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`postgres ended with ${code}: ${log}`)));
  });
}

function endServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGINT");
  });
}

/**
 * The URL of a PostgreSQL for this test file, stopped at its end; null after printing why there is none. With
 * `TOLLGATE_REQUIRE_ALL=1` a missing PostgreSQL is an error: a suite never passes silently.
 * @example const url = await postgresOrSkip(); describe.skipIf(url === null)("on PostgreSQL", …)
 */
export async function postgresOrSkip(bin: string | null = findPostgres()): Promise<string | null> {
  if (bin === null) {
    if (process.env["TOLLGATE_REQUIRE_ALL"] === "1") {
      throw new Error(
        "No PostgreSQL found, and TOLLGATE_REQUIRE_ALL=1 allows no skipping. Install it or set PG_BIN.",
      );
    }
    console.warn("skipped: no PostgreSQL found (install it, or set PG_BIN to the folder with initdb)");
    return null;
  }
  const server = await startPostgres(bin);
  afterAll(server.stop);
  return server.url;
}
