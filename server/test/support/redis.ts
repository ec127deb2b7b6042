import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll } from "vitest";

/** A Redis server for one suite. */
export interface RedisServer {
  /** Path of its socket, the only place where `redis-server` listens. */
  url: string;
  /** Stops responding without closing connections, like an overloaded server. */
  freeze: () => void;
  thaw: () => void;
  /** Stops the server and removes its data. */
  stop: () => Promise<void>;
}

/** The program: `REDIS_SERVER`, else `redis-server` of the PATH; null if there is none. */
export function findRedis(): string | null {
  const program = process.env["REDIS_SERVER"] || "redis-server";
  return spawnSync(program, ["--version"], { stdio: "ignore" }).status === 0 ? program : null;
}

/**
 * Starts an empty Redis without persistence. It listens only on a socket in its own folder, so that parallel suites do
 * not interfere.
 */
export async function startRedis(program: string): Promise<RedisServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "redis-"));
  const socket = path.join(folder, "redis.sock");
  const options = [
    "--port",
    "0",
    "--unixsocket",
    socket,
    "--save",
    "",
    "--appendonly",
    "no",
    "--dir",
    folder,
  ];
  const child = spawn(program, options, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const remove = () => rmSync(folder, { recursive: true, force: true });
  // A test process that exits without its hooks must not leave a server behind.
  const abandon = () => {
    child.kill("SIGKILL");
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
    url: socket,
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    stop,
  };
}

function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = "";
    const read = (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-10_000);
      if (log.includes("ready to accept connections")) resolve();
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", read);
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`redis-server ended with ${code}: ${log}`)));
  });
}

function endServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

/**
 * A Redis for this test file, stopped at its end; null after printing why there is none. With `TOLLGATE_REQUIRE_ALL=1`
 * a missing Redis is an error: a suite never passes silently.
 * @example const redis = await redisOrSkip(); describe.skipIf(redis === null)("with Redis", …)
 */
export async function redisOrSkip(program: string | null = findRedis()): Promise<RedisServer | null> {
  if (program === null) {
    if (process.env["TOLLGATE_REQUIRE_ALL"] === "1") {
      throw new Error(
        "No redis-server found, and TOLLGATE_REQUIRE_ALL=1 allows no skipping. Install it or set REDIS_SERVER.",
      );
    }
    console.warn("skipped: no redis-server found (install it, or set REDIS_SERVER to the program)");
    return null;
  }
  const server = await startRedis(program);
  afterAll(server.stop);
  return server;
}
