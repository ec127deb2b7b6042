import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import type { ProcessIdentity, UsageStore } from "./store/usage-store.ts";

/** Seconds without a new heartbeat after which a process that cannot be looked up counts as dead. */
const deadAfterSeconds = 15;

export interface ProcessWatch {
  /** Renews this process's heartbeat, and returns the leases of dead ones. */
  renew(): Promise<void>;
}

export interface ProcessWatchDependencies {
  store: Pick<UsageStore, "heartbeat" | "register" | "listProcesses" | "sweep">;
  self: ProcessIdentity;
  /** Epoch seconds, for the record. */
  now: () => number;
  /** Another process returned the leases of this one. */
  onTakenForDead: () => Promise<void>;
  /** Seconds of a monotonic clock; for tests. */
  monotonicSeconds?: () => number;
}

/**
 * Keeps this process registered and releases the reservations of processes that died. A process on this system is dead
 * as soon as its pid is gone, or is ours. Any other is dead when its heartbeat has not moved for fifteen seconds of our
 * own clock: clocks of different machines are never compared.
 */
export function createProcessWatch(dependencies: ProcessWatchDependencies): ProcessWatch {
  const { store, self, now, onTakenForDead } = dependencies;
  const { monotonicSeconds = () => performance.now() / 1000 } = dependencies;
  let registered = false;
  /** Another process returned the leases; stays true until this process has let go of them, also after errors. */
  let lost = false;
  const heartbeats = new Map<string, { heartbeat: number; since: number }>();
  let checkedAt = monotonicSeconds();

  function isSilent(id: string, heartbeat: number): boolean {
    const last = heartbeats.get(id);
    if (!last || last.heartbeat !== heartbeat) {
      heartbeats.set(id, { heartbeat, since: monotonicSeconds() });
      return false;
    }
    return monotonicSeconds() - last.since >= deadAfterSeconds;
  }

  return {
    async renew() {
      const known = await store.heartbeat(self, now());
      if (!known) {
        lost = registered;
        await store.register(self, now());
      }
      if (lost) {
        // Without a pause between: leases of a process that is not registered would never be returned.
        await Promise.all([onTakenForDead(), store.register(self, now())]);
        lost = false;
      }
      registered = true;
      const processes = await store.listProcesses();
      // No heartbeat could move while the database was unreachable, so the timeout starts at its return.
      if (monotonicSeconds() - checkedAt > deadAfterSeconds / 2) heartbeats.clear();
      checkedAt = monotonicSeconds();
      for (const other of processes) {
        if (other.id === self.id) continue;
        const gone = other.host === self.host && (other.pid === self.pid || !isRunning(other.pid));
        if (!gone && !isSilent(other.id, other.heartbeat_at)) continue;
        heartbeats.delete(other.id);
        await store.sweep(other.id);
      }
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * This process's row in the database. `host` names the running system and its pid namespace, not the machine's label.
 */
export function identifyProcess(id: string): ProcessIdentity {
  const bootId = readOr(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim());
  const pidSpace = readOr(() => readlinkSync("/proc/self/ns/pid"));
  return { id, host: `${hostname()} ${bootId} ${pidSpace}`, pid: process.pid };
}

/** Empty on systems without one. */
function readOr(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
