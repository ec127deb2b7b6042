import type { ChannelProbe, ProbeResult, ProbeTarget } from "../../src/relay/probe-channel.ts";
import type { UpstreamProblem } from "../../src/relay/canonical/problem.ts";

/** A probe that answers what the test says and keeps what it was asked. */
export interface FakeProbe extends ChannelProbe {
  calls: { target: ProbeTarget; model?: string }[];
  result: ProbeResult;
  models: string[] | UpstreamProblem | undefined;
}

export function createFakeProbe(): FakeProbe {
  const probe: FakeProbe = {
    calls: [],
    result: { time: 120, problem: undefined },
    models: ["model-b", "model-a", "model-a"],
    async test(target, model) {
      probe.calls.push({ target, model });
      return probe.result;
    },
    async listModels(target) {
      probe.calls.push({ target });
      return probe.models;
    },
  };
  return probe;
}
