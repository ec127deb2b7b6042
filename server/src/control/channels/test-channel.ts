import { type ChannelProblem, channelErrorKindOf } from "@tollgate/contract/channel-problems";
import { type ChannelTestResult, channelStatus } from "@tollgate/contract/channels";
import type { ModelKind } from "@tollgate/contract/model-kind";
import { AppError } from "../../platform/app-error.ts";
import { cleanEvidence, cleanReason, quotableSecrets } from "../../platform/clean-message.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChannelProbe, ProbeResult } from "../../relay/endpoints/probe-channel.ts";
import type { ChannelRepository, ChannelRow } from "../../storage/repositories/channel-repository.ts";
import type { SettingsService } from "../settings/service.ts";
import { keyNameOf, probeTargetOf } from "./channel-values.ts";
import type { Happening } from "./history.ts";
import type { ChannelForCall } from "./write-channels.ts";

/** The effect of a test on the channel's status. */
export type TestVerdict =
  | { kind: "none" }
  | { kind: "disable"; reason: string; problem: ChannelProblem }
  | { kind: "enable" };

export interface TestOutcome {
  result: ChannelTestResult;
  verdict: TestVerdict;
  /** The test itself, for the timeline; undefined if nothing was sent. */
  happening: Happening | undefined;
  /** The rejected ones of several keys. */
  rejections: Happening[];
}

export interface TestDependencies {
  channels: ChannelRepository;
  probe: ChannelProbe;
  settings: SettingsService;
  clock: Clock;
  kindOf(row: ChannelRow, model: string): Promise<ModelKind>;
}

/**
 * Sends one unbilled call and stores its duration; of several keys the first valid one counts. Slower than the maximum
 * response time, or evidence of a dead account, requests disabling the channel; a passed test requests enabling an
 * automatically disabled one. A model that supports neither chat nor embeddings is not called: only address and key are
 * checked, where the provider has a free request for that.
 * @throws AppError channel.no_test_model
 */
export async function testChannel(
  deps: TestDependencies,
  channel: Pick<ChannelForCall, "row" | "keys">,
  wantedModel: string,
): Promise<TestOutcome> {
  const { row, keys } = channel;
  const model = wantedModel || row.test_model;
  if (model === "") throw new AppError("channel.no_test_model");
  const kind = await deps.kindOf(row, model);
  const tried = await tryKeys(deps.probe, channel, { model, kind });
  if (tried.length === 0) return notTested(model);
  const {
    time,
    problem,
    keyIndex,
    answer = "",
    asked: requested = "",
    answered = "",
  } = tried[tried.length - 1] as Tried;
  const test_time = deps.clock.now();
  const passed = problem === undefined;
  await deps.channels.update([row.id], passed ? { test_time, response_time: time } : { test_time });

  const secrets = quotableSecrets(probeTargetOf(row, keys));
  const all = tried.map((one): Happening => {
    const said = one.problem;
    const reason = said ? cleanReason(said.message, secrets) || said.kind : "";
    return {
      kind: "key_refused",
      model,
      key: keyNameOf(keys, one.keyIndex),
      status: said?.status ?? 0,
      problem: said && channelErrorKindOf(said),
      reason,
    };
  });
  const rejected = isRejection(problem);
  const rejections = rejected ? all : all.slice(0, -1);
  const reason = all[all.length - 1]?.reason ?? "";
  const happening: Happening = {
    kind: passed ? "test_passed" : "test_failed",
    model,
    key: rejected ? undefined : keyNameOf(keys, keyIndex),
    status: problem?.status ?? 0,
    time,
    problem: problem && channelErrorKindOf(problem),
    reason,
  };
  const slow = passed ? slownessOf(deps, time) : "";
  // The rejection of a single key is reported for a working channel, too.
  const result: ChannelTestResult = {
    success: passed,
    skipped: false,
    model,
    time,
    problem: slow === "" ? (happening.problem ?? "") : "too_slow",
    status: problem?.status ?? 0,
    reason: slow || reason || (rejections[0]?.reason ?? ""),
    asked: cleanEvidence(requested, secrets),
    answered: cleanEvidence(answered, secrets),
    answer,
  };
  const seen = { slow, reason, refused: rejected, passed, problem: happening.problem };
  return { result, verdict: judge(deps, row, seen), happening, rejections };
}

interface Tried extends ProbeResult {
  keyIndex: number;
}

function notTested(model: string): TestOutcome {
  const nothing = {
    time: 0,
    problem: "",
    status: 0,
    reason: "",
    asked: "",
    answered: "",
    answer: "",
  } as const;
  const result: ChannelTestResult = { success: false, skipped: true, model, ...nothing };
  return { result, verdict: { kind: "none" }, happening: undefined, rejections: [] };
}

/**
 * Keys in turn until one is not rejected; the last entry is the result of the test. None if the provider has no such
 * request.
 */
async function tryKeys(
  probe: ChannelProbe,
  { row, keys }: Pick<ChannelForCall, "row" | "keys">,
  { model, kind }: { model: string; kind: ModelKind },
): Promise<Tried[]> {
  const tried: Tried[] = [];
  for (const [keyIndex, key] of keys.entries()) {
    const found = await probe.test(probeTargetOf(row, [key]), model, kind);
    if (!found) return [];
    tried.push({ ...found, keyIndex });
    if (!isRejection(found.problem)) break;
  }
  return tried;
}

function isRejection(problem: ProbeResult["problem"]): boolean {
  return problem?.kind === "auth" || problem?.kind === "billing";
}

function judge(
  deps: TestDependencies,
  row: ChannelRow,
  seen: {
    slow: string;
    reason: string;
    refused: boolean;
    passed: boolean;
    problem: ChannelProblem | undefined;
  },
): TestVerdict {
  const settings = deps.settings.current();
  const mayDisable = settings.AutomaticDisableChannelEnabled && row.status === channelStatus.enabled;
  if (!seen.passed) {
    const { reason, problem = "authentication" } = seen;
    return seen.refused && mayDisable ? { kind: "disable", reason, problem } : { kind: "none" };
  }
  if (seen.slow !== "")
    return mayDisable ? { kind: "disable", reason: seen.slow, problem: "too_slow" } : { kind: "none" };
  const enable = row.status === channelStatus.autoDisabled && settings.AutomaticEnableChannelEnabled;
  return enable ? { kind: "enable" } : { kind: "none" };
}

/** The sentence for a test that took longer than the maximum response time; otherwise empty. */
function slownessOf({ settings }: TestDependencies, time: number): string {
  const limit = settings.current().ChannelDisableThreshold;
  if (limit <= 0 || time <= limit * 1000) return "";
  return `The test took ${(time / 1000).toFixed(1)} s; the maximum response time is ${limit} s.`;
}
