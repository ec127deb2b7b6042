import { channelErrorKindOf } from "@tollgate/contract/channel-problems";
import type { Rejection } from "../control/channels/service.ts";
import { cleanReason, quotableSecrets } from "../platform/clean-message.ts";
import type { UpstreamProblem } from "../relay/canonical/problem.ts";
import type { HealthSink, SnapshotReader } from "../relay/ports.ts";

export interface HealthSinkDependencies {
  snapshots: SnapshotReader;
  /** Disables a channel and records why; only records while some of its keys are not rejected. */
  disableChannel(channelId: number, reason: string, rejection: Rejection): Promise<void>;
  onError(error: unknown): void;
}

type Report = Parameters<HealthSink["report"]>[0];

/** Milliseconds within which all keys must be rejected. */
const togetherMilliseconds = 10 * 60_000;

/**
 * Reports to the control plane when an upstream itself reports a dead account: rejected key or unpaid bill. Never for
 * rate limits, overload, the caller's mistakes, or a bare 403, which a firewall returns for a caller's text.
 * A channel with several keys is disabled only if each was rejected within ten minutes and none succeeded in between:
 * one bad key proves nothing about the others.
 */
export function createHealthSink(
  dependencies: HealthSinkDependencies,
  steadyNow: () => number = () => performance.now(),
): HealthSink {
  const reporting = new Set<string>();
  const rejected = createRejectedKeys();

  function report({ channel: used, model, problem, keyIndex, requestId }: Report): void {
    const channelId = used.id;
    const key = used.keys[keyIndex];
    if (key === undefined) return;
    if (!problem) {
      rejected.forget(channelId, keyIndex, key);
      return;
    }
    const snapshot = dependencies.snapshots.current();
    const { automaticDisable, disableKeywords } = snapshot.settings;
    if (!automaticDisable || !(provesDeadAccount(problem) || containsOneOf(problem, disableKeywords))) return;
    const channel = snapshot.channel(channelId);
    // A long call may end after an edit: its result does not concern the new key or address.
    if (!channel || channel.keys[keyIndex] !== key || channel.baseUrl !== used.baseUrl) return;
    const { keys } = channel;
    const everyKey = rejected.note(channelId, keys, keyIndex, steadyNow());
    const name = `${channelId} ${keyIndex}`;
    if (reporting.has(name)) return;
    reporting.add(name);
    const { status } = problem;
    const message = cleanReason(problem.message, quotableSecrets(channel));
    dependencies
      .disableChannel(channelId, `${status}: ${message}`, {
        key,
        everyKey,
        model,
        status,
        problem: channelErrorKindOf(problem),
        message,
        requestId,
      })
      .catch(dependencies.onError)
      .finally(() => reporting.delete(name));
  }

  return { report };
}

/** Rejection times by key. Contains only channels with a rejected key, each with the length of its list of keys. */
function createRejectedKeys() {
  const channels = new Map<number, { keys: readonly string[]; at: Map<number, number> }>();
  return {
    /** True if every key of the channel was rejected within the window, this one included. */
    note(channelId: number, keys: readonly string[], index: number, now: number): boolean {
      let entry = channels.get(channelId);
      if (!entry || entry.keys.join("\n") !== keys.join("\n")) {
        entry = { keys, at: new Map() };
        channels.set(channelId, entry);
      }
      entry.at.set(index, now);
      const oldest = now - togetherMilliseconds;
      return keys.every((_, one) => (entry.at.get(one) ?? Number.NEGATIVE_INFINITY) >= oldest);
    },
    /** A key succeeded, so it is not rejected. Called for every successful exchange: cheap while no key is rejected. */
    forget(channelId: number, index: number, key: string): void {
      if (channels.size === 0) return;
      const entry = channels.get(channelId);
      if (entry?.keys[index] === key) entry.at.delete(index);
    },
  };
}

/**
 * True if the upstream's status or error name proves it. A message may quote the caller, and firewalls and model rules
 * also return 403.
 */
function provesDeadAccount({ kind, status, code, type }: UpstreamProblem): boolean {
  if (kind !== "auth" && kind !== "billing") return false;
  return status === 401 || status === 402 || deadAccountName.test(`${code ?? ""} ${type ?? ""}`);
}

/**
 * The operator's own keywords for a dead account. Searched only in account errors: an error about the call may quote
 * the caller, and a server error proves nothing.
 */
function containsOneOf(
  { kind, status, message, code, type }: UpstreamProblem,
  keywords: readonly string[],
): boolean {
  if (keywords.length === 0 || status < 400 || status >= 500) return false;
  if (kind !== "auth" && kind !== "billing") return false;
  const said = `${message.slice(0, 4000)} ${code ?? ""} ${type ?? ""}`.toLowerCase();
  return keywords.some((keyword) => said.includes(keyword));
}

/** Names of vendors for rejected keys and unpaid bills, in code or type. */
const deadAccountName =
  /invalid_api_key|api_key_invalid|invalid_authentication|authentication_error|unauthenticated|account_deactivated|insufficient_(?:user_)?quota|insufficient_balance|billing|payment_required|arrearage/i;
