import {
  type CapabilityFinding,
  type CapabilityReport,
  type ChannelCapability,
  channelCapabilities,
} from "@tollgate/contract/channel-tests";
import { channelErrorKindOf } from "@tollgate/contract/channel-problems";
import { AppError } from "../../platform/app-error.ts";
import { cleanReason, quotableSecrets } from "../../platform/clean-message.ts";
import type { Clock } from "../../platform/clock.ts";
import type { CapabilityResult, ChannelProbe } from "../../relay/endpoints/probe-channel.ts";
import type { ProbeTarget } from "../../relay/upstream/probe-target.ts";
import type { ChannelRepository } from "../../storage/repositories/channel-repository.ts";
import { probeTargetOf } from "./channel-values.ts";
import type { ChannelForCall } from "./write-channels.ts";

export interface CapabilityDependencies {
  probe: ChannelProbe;
  channels: Pick<ChannelRepository, "updateIfSameReach">;
  clock: Clock;
  /** @throws AppError channel.not_found */
  findForCall(id: number): Promise<ChannelForCall>;
}

/** Channels tested concurrently in one process. */
const channelsMost = 3;
/** Typical duration of a test. */
const retrySeconds = 30;

/**
 * Tests the capabilities of a channel with one small unbilled call each.
 * @throws AppError channel.being_tried, channel.not_found, server.busy
 */
export function createCapabilityTrials(
  deps: CapabilityDependencies,
): (id: number, model: string) => Promise<CapabilityReport> {
  const running = new Set<number>();
  return async (id, model) => {
    if (running.has(id)) throw new AppError("channel.being_tried");
    if (running.size >= channelsMost)
      throw new AppError("server.busy", { params: { seconds: retrySeconds } });
    running.add(id);
    try {
      return await tryCapabilities(deps, id, model);
    } finally {
      running.delete(id);
    }
  };
}

/**
 * Calls with the channel's first key. The report is stored with the channel unless the channel was edited in the
 * meantime.
 */
async function tryCapabilities(
  deps: CapabilityDependencies,
  id: number,
  model: string,
): Promise<CapabilityReport> {
  const { row, keys, reach } = await deps.findForCall(id);
  const target = probeTargetOf(row, keys.slice(0, 1));
  const findings: CapabilityFinding[] = [];
  // Sequential: five concurrent calls would look like a flood to a small account.
  for (const capability of channelCapabilities)
    findings.push(findingOf(capability, await deps.probe.tryCapability(target, model, capability), target));
  const report = { model, checked_time: deps.clock.now(), findings };
  await deps.channels.updateIfSameReach(id, reach, { capabilities: JSON.stringify(report) });
  return report;
}

/**
 * A rejected request means that the upstream lacks the capability, as does a whole response to a streamed call; any
 * other failure proves nothing.
 */
function findingOf(
  capability: ChannelCapability,
  { problem, isShown }: CapabilityResult,
  target: ProbeTarget,
): CapabilityFinding {
  if (!problem) return { capability, outcome: isShown ? "yes" : "no", problem: "", reason: "" };
  const kind = channelErrorKindOf(problem);
  const reason = cleanReason(problem.message, quotableSecrets(target)) || problem.kind;
  const isNo = kind === "wrong_request" || (capability === "stream" && kind === "bad_answer");
  return { capability, outcome: isNo ? "no" : "unknown", problem: kind, reason };
}
