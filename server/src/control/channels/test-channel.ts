import { type ChannelTestResult, channelStatus } from "@tollgate/contract/channels";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChannelProbe } from "../../relay/probe-channel.ts";
import type { ChannelRepository, ChannelRow } from "../../storage/repositories/channel-repository.ts";
import type { SettingsService } from "../settings/service.ts";
import { probeTargetOf } from "./channel-values.ts";
import { cleanReason } from "../../platform/clean-message.ts";

/** What a test means for the channel's status. */
export type TestVerdict = { kind: "none" } | { kind: "disable"; reason: string } | { kind: "enable" };

export interface TestOutcome {
  result: ChannelTestResult;
  verdict: TestVerdict;
}

export interface TestDependencies {
  channels: ChannelRepository;
  probe: ChannelProbe;
  settings: SettingsService;
  clock: Clock;
}

/**
 * Sends one unbilled call and keeps its time. Slower than the maximum response time, or evidence of a dead account, asks for
 * the channel to be switched off; a passed test asks for an automatically disabled one to be switched on again (D14).
 * @throws AppError channel.no_test_model
 */
export async function testChannel(
  deps: TestDependencies,
  channel: { row: ChannelRow; keys: readonly string[] },
  wantedModel: string,
): Promise<TestOutcome> {
  const { row, keys } = channel;
  const model = wantedModel || row.test_model;
  if (model === "") throw new AppError("channel.no_test_model");
  const { time, problem } = await deps.probe.test(probeTargetOf(row, keys), model);
  const test_time = deps.clock.now();
  const passed = problem === undefined;
  await deps.channels.update([row.id], passed ? { test_time, response_time: time } : { test_time });
  const reason = problem ? cleanReason(problem.message, keys) || problem.kind : "";
  const result = { success: passed, model, time, reason };
  return { result, verdict: judge(deps, row, { time, reason, kind: problem?.kind }) };
}

function judge(
  deps: TestDependencies,
  row: ChannelRow,
  seen: { time: number; reason: string; kind: string | undefined },
): TestVerdict {
  const settings = deps.settings.current();
  const limit = settings.ChannelDisableThreshold;
  if (seen.kind !== undefined) {
    const evidence = seen.kind === "auth" || seen.kind === "billing";
    const disable =
      evidence && settings.AutomaticDisableChannelEnabled && row.status === channelStatus.enabled;
    return disable ? { kind: "disable", reason: seen.reason } : { kind: "none" };
  }
  if (limit > 0 && seen.time > limit * 1000) {
    const reason = `The test took ${(seen.time / 1000).toFixed(1)} s; the maximum response time is ${limit} s.`;
    return row.status === channelStatus.enabled ? { kind: "disable", reason } : { kind: "none" };
  }
  const enable = row.status === channelStatus.autoDisabled && settings.AutomaticEnableChannelEnabled;
  return enable ? { kind: "enable" } : { kind: "none" };
}
