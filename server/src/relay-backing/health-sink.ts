import type { HealthSink, SnapshotReader } from "../relay/ports.ts";
import { cleanReason } from "../platform/clean-message.ts";
import type { UpstreamProblem } from "../relay/canonical/problem.ts";

export interface HealthSinkDependencies {
  snapshots: SnapshotReader;
  /** Switches a channel off and records why. */
  disableChannel(channelId: number, reason: string): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Switches a channel off when an upstream itself says that the account is dead (D14): refused key or unpaid bill. Never for
 * rate limits, overload, the caller's mistakes, or a bare 403, which a firewall gives for a caller's words. A channel with several keys stays: one bad key proves nothing of the others.
 */
export function createHealthSink(dependencies: HealthSinkDependencies): HealthSink {
  const disabling = new Set<number>();
  return {
    report({ channelId, problem }) {
      if (!problem || !provesDeadAccount(problem)) return;
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

/**
 * True if the upstream itself says so, by its status or by the name of its error. Not by a sentence, which may quote the caller,
 * and not by a 403, which firewalls and rules about single models answer as well.
 */
function provesDeadAccount({ kind, status, code, type }: UpstreamProblem): boolean {
  if (kind !== "auth" && kind !== "billing") return false;
  return status === 401 || status === 402 || deadAccountName.test(`${code ?? ""} ${type ?? ""}`);
}

/** Names that vendors give to refused keys and unpaid bills, in code or type. */
const deadAccountName =
  /invalid_api_key|api_key_invalid|invalid_authentication|authentication_error|unauthenticated|account_deactivated|insufficient_(?:user_)?quota|insufficient_balance|billing|payment_required|arrearage/i;
