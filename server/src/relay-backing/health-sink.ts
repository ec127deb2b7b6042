import { channelErrorKindOf } from "@tollgate/contract/channel-problems";
import { cleanReason, quotableSecrets } from "../platform/clean-message.ts";
import type { UpstreamProblem } from "../relay/canonical/problem.ts";
import type { HealthSink, SnapshotReader } from "../relay/ports.ts";
import type { Refusal } from "../control/channels/service.ts";

export interface HealthSinkDependencies {
  snapshots: SnapshotReader;
  /** Switches a channel off and records why; records only while other keys of it are not refused. */
  disableChannel(channelId: number, reason: string, refusal: Refusal): Promise<void>;
  onError(error: unknown): void;
}

type Report = Parameters<HealthSink["report"]>[0];

/** Keys are refused together if it happens within this time; milliseconds. */
const togetherMilliseconds = 10 * 60_000;

/**
 * Reports to the control plane when an upstream itself says that the account is dead (D14): refused key or unpaid bill. Never for
 * rate limits, overload, the caller's mistakes, or a bare 403, which a firewall gives for a caller's words. A channel with several
 * keys goes only when each was refused within ten minutes and none of them answered meanwhile: one bad key proves nothing of the others.
 */
export function createHealthSink(
  dependencies: HealthSinkDependencies,
  steadyNow: () => number = () => performance.now(),
): HealthSink {
  const reporting = new Set<string>();
  const refused = createRefusedKeys();

  function report({ channelId, model, problem, keyIndex, requestId }: Report): void {
    if (!problem) {
      refused.forget(channelId, keyIndex);
      return;
    }
    const snapshot = dependencies.snapshots.current();
    const { automaticDisable, disableKeywords } = snapshot.settings;
    if (!automaticDisable || !(provesDeadAccount(problem) || saysOneOf(problem, disableKeywords))) return;
    const channel = snapshot.channel(channelId);
    if (!channel) return;
    const { keys } = channel;
    const key = keys[keyIndex];
    if (key === undefined) return;
    const everyKey = refused.note(channelId, keys, keyIndex, steadyNow());
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

/** Which keys were refused when. Holds only channels with a refusal, each as long as its list of keys. */
function createRefusedKeys() {
  const channels = new Map<number, { keys: readonly string[]; at: Map<number, number> }>();
  return {
    /** True if every key of the channel was refused within a while, this one included. */
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
    /** A key answered, so it is not refused. Called for every good exchange: cheap while nothing is refused. */
    forget(channelId: number, index: number | undefined): void {
      if (channels.size === 0) return;
      if (index !== undefined) channels.get(channelId)?.at.delete(index);
      else channels.delete(channelId);
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

/**
 * The operator's own words for a dead account. Looked for only where the upstream refused the account: what it says of a caller's
 * mistake may quote the caller, and what it says of its own trouble proves nothing.
 */
function saysOneOf(
  { kind, status, message, code, type }: UpstreamProblem,
  keywords: readonly string[],
): boolean {
  if (keywords.length === 0 || status < 400 || status >= 500) return false;
  if (kind !== "auth" && kind !== "billing") return false;
  const said = `${message.slice(0, 4000)} ${code ?? ""} ${type ?? ""}`.toLowerCase();
  return keywords.some((keyword) => said.includes(keyword));
}

/** Names that vendors give to refused keys and unpaid bills, in code or type. */
const deadAccountName =
  /invalid_api_key|api_key_invalid|invalid_authentication|authentication_error|unauthenticated|account_deactivated|insufficient_(?:user_)?quota|insufficient_balance|billing|payment_required|arrearage/i;
