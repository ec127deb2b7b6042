import type { ModelKind } from "@tollgate/contract/model-kind";
import type { ChannelProbe, ProbeResult } from "../../src/relay/endpoints/probe-channel.ts";
import type { ProbeTarget } from "../../src/relay/upstream/probe-target.ts";
import type { UpstreamProblem } from "../../src/relay/canonical/problem.ts";

/** A probe that returns the test's results and records its calls. */
export interface FakeProbe extends ChannelProbe {
  calls: { target: ProbeTarget; model?: string; kind?: ModelKind }[];
  /** One result for every test, or a function of a target's first key and the model. */
  result: ProbeResult | undefined | ((key: string, model: string) => ProbeResult | Promise<ProbeResult>);
  models: string[] | UpstreamProblem | undefined;
  /** Each call for a capability, a list of models or a balance waits for this promise. */
  gate: Promise<void>;
  balance: number | UpstreamProblem | undefined;
}

export function createFakeProbe(): FakeProbe {
  const probe: FakeProbe = {
    calls: [],
    result: { time: 120, problem: undefined },
    gate: Promise.resolve(),
    models: ["model-b", "model-a", "model-a"],
    balance: 12.5,
    async test(target, model, kind) {
      if (kind === "other") return undefined;
      probe.calls.push({ target, model, kind });
      const { result } = probe;
      return typeof result === "function" ? result(target.keys[0] ?? "", model) : result;
    },
    async tryCapability(target, model, capability) {
      probe.calls.push({ target, model });
      await probe.gate;
      return { time: 50, problem: undefined, isShown: capability !== "vision" };
    },
    async listModels(target) {
      probe.calls.push({ target });
      await probe.gate;
      return probe.models;
    },
    async readBalance(target) {
      probe.calls.push({ target });
      await probe.gate;
      return probe.balance;
    },
  };
  return probe;
}
