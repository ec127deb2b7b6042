import type { SnapshotChannel } from "../../snapshot/relay-snapshot.ts";
import type { TaskLedger, TaskRow } from "../../ledger/task-ledger.ts";
import type { SignedLinks } from "../../platform/signed-link.ts";
import type { ChargeDependencies } from "../metering/charge.ts";
import type { AttemptCounter, HealthSink, SnapshotReader, TaskReader } from "../ports.ts";
import type { Breaker } from "../routing/breaker.ts";
import type { PlatformDependencies } from "./call-platform.ts";

/** What every part of the task engine needs. */
export interface EngineDependencies extends PlatformDependencies, ChargeDependencies {
  tasks: TaskLedger;
  reader: TaskReader;
  links: SignedLinks;
  snapshots: SnapshotReader;
  breaker: Breaker;
  health: HealthSink;
  attempts: AttemptCounter;
  random(): number;
  newTaskId(): string;
  /** Epoch milliseconds. */
  milliseconds(): number;
  /** The installation's settings of tasks. */
  settings(): TaskSettings;
  /** A channel in any state; undefined: deleted. */
  loadChannel(id: number): Promise<SnapshotChannel | undefined>;
  /** Called when a task ends; not awaited. */
  onTaskEnd(task: TaskRow): void;
  onError(error: unknown): void;
}

export interface TaskSettings {
  /** Our public address, without a path; empty: not set. */
  address: string;
  /** Milliseconds until an unfinished task of the platform expires. */
  expiryOf(platform: string): number;
  /** Callers may name an address for reports. */
  notifiesCallers: boolean;
}
