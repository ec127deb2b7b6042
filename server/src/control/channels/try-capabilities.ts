import {
  type CapabilityFinding,
  type CapabilityReport,
  type ChannelCapability,
  channelCapabilities,
} from "@tollgate/contract/channel-tests";
import { channelErrorKindOf } from "@tollgate/contract/channel-problems";
import { cleanReason, quotableSecrets } from "../../platform/clean-message.ts";
import type { Clock } from "../../platform/clock.ts";
import type { CapabilityResult, ChannelProbe } from "../../relay/endpoints/probe-channel.ts";
import type { ProbeTarget } from "../../relay/upstream/probe-target.ts";
import type { ChannelRepository, ChannelRow } from "../../storage/repositories/channel-repository.ts";
import { probeTargetOf } from "./channel-values.ts";

export interface CapabilityDependencies {
  probe: ChannelProbe;
  channels: Pick<ChannelRepository, "update">;
  clock: Clock;
}

/** Sends one small unbilled call for each capability with the channel's first key, and keeps the report with the channel. */
export async function tryCapabilities(
  deps: CapabilityDependencies,
  row: ChannelRow,
  keys: readonly string[],
  model: string,
): Promise<CapabilityReport> {
  const target = probeTargetOf(row, keys.slice(0, 1));
  const findings: CapabilityFinding[] = [];
  // One after the other: five calls at once would look like a flood to a small account.
  for (const capability of channelCapabilities)
    findings.push(findingOf(capability, await deps.probe.tryCapability(target, model, capability), target));
  const report = { model, checked_time: deps.clock.now(), findings };
  await deps.channels.update([row.id], { capabilities: JSON.stringify(report) });
  return report;
}

/** A rejected request is the upstream's way to say no, as is a whole answer to a streamed call; any other failure says nothing. */
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
