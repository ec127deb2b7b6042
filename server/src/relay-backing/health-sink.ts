import type { HealthSink, SnapshotReader } from "../relay/ports.ts";
import { cleanReason } from "../platform/clean-message.ts";

export interface HealthSinkDependencies {
  snapshots: SnapshotReader;
  /** Switches a channel off and records why. */
  disableChannel(channelId: number, reason: string): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Switches a channel off when an upstream itself says that the account is dead (D14): refused key or unpaid bill. Never for
 * rate limits, overload or the caller's mistakes. A channel with several keys stays: one bad key proves nothing of the others.
 */
export function createHealthSink(dependencies: HealthSinkDependencies): HealthSink {
  const disabling = new Set<number>();
  return {
    report({ channelId, problem }) {
      if (!problem || (problem.kind !== "auth" && problem.kind !== "billing")) return;
      const snapshot = dependencies.snapshots.current();
      const channel = snapshot.channel(channelId);
      if (!snapshot.settings.automaticDisable || !channel || channel.keys.length > 1) return;
      if (disabling.has(channelId)) return;
      disabling.add(channelId);
      const reason = `${problem.status}: ${cleanReason(problem.message, channel.keys)}`;
      dependencies
        .disableChannel(channelId, reason)
        .catch(dependencies.onError)
        .finally(() => disabling.delete(channelId));
    },
  };
}
