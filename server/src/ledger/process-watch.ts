import { hostname } from "node:os";
import type { ProcessIdentity, UsageStore } from "../storage/writer/usage-store.ts";

/** Seconds without a heartbeat after which a process of another machine counts as dead. */
const deadAfterSeconds = 15;

export interface ProcessWatch {
  /** Says that this process lives, and returns the leases of dead ones. */
  beat(): Promise<void>;
}

/**
 * Keeps this process on record and frees the reservations of processes that died (D18). A process of this machine is
 * known dead as soon as its pid is gone, or is ours; another machine's after its heartbeat stopped.
 */
export function createProcessWatch(
  store: UsageStore,
  self: ProcessIdentity,
  now: () => number,
  onTakenForDead: () => void,
): ProcessWatch {
  let registered = false;
  return {
    async beat() {
      const known = await store.heartbeat(self, now());
      if (!known && registered) onTakenForDead();
      registered = true;
      for (const other of await store.listProcesses()) {
        if (other.id === self.id) continue;
        const gone = other.host === self.host && (other.pid === self.pid || !isRunning(other.pid));
        if (gone || other.heartbeat_at < now() - deadAfterSeconds) await store.sweep(other.id);
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

/** This process as the database knows it. */
export function identifyProcess(id: string): ProcessIdentity {
  return { id, host: hostname(), pid: process.pid };
}
