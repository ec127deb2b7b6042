import type { CapabilityReport } from "@tollgate/contract/channel-tests";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  chatAnswer,
  chatFrames,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let id: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  id = (await running.aChannel({ base_url: upstream.url, model_mapping: '{"alias":"+real-model"}' })).id;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

const reports = (message: object) =>
  jsonAnswer(chatAnswer({ choices: [{ index: 0, message, finish_reason: "stop" }] }));
const words = (content: string) => reports({ role: "assistant", content });
const call = { id: "c1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } };

/** Responds to each capability's call by its content. */
function capable(
  answers: Partial<Record<"stream" | "tools" | "vision" | "format" | "reasoning", Answer>>,
): Answer {
  return (response, request) => {
    const { stream, tools, response_format: format, reasoning_effort: effort } = request.json;
    const kind = stream ? "stream" : tools ? "tools" : format ? "format" : effort ? "reasoning" : "vision";
    (answers[kind] ?? jsonAnswer({ error: { message: `no ${kind}` } }, 400))(response, request);
  };
}
const outcomes = async (): Promise<Record<string, string>> => {
  const report = await running.api<CapabilityReport>("POST", `/api/channel/${id}/capabilities`, {
    model: "alias",
  });
  return Object.fromEntries(report.findings.map(({ capability, outcome }) => [capability, outcome]));
};

describe("capabilities of a model", () => {
  it("are found if the responses show them, by the upstream's model name", async () => {
    upstream.answer(
      capable({
        stream: streamAnswer(chatFrames(["Hi"])),
        tools: reports({ role: "assistant", content: null, tool_calls: [call] }),
        vision: words("Red."),
        format: words('{"days":7}'),
        reasoning: jsonAnswer(
          chatAnswer({
            usage: {
              prompt_tokens: 12,
              completion_tokens: 5,
              total_tokens: 17,
              completion_tokens_details: { reasoning_tokens: 4 },
            },
          }),
        ),
      }),
    );
    expect(await outcomes()).toEqual({
      stream: "yes",
      tools: "yes",
      vision: "yes",
      structured_output: "yes",
      reasoning: "yes",
    });
    expect(new Set(upstream.seen.map(({ json }) => json["model"]))).toEqual(new Set(["real-model"]));
    expect((await running.books()).logs).toEqual([]);
  });

  it("are missing if the model responds without them or the upstream rejects the request", async () => {
    upstream.answer(
      capable({
        stream: jsonAnswer(chatAnswer()),
        tools: words("It is sunny."),
        vision: words("Blue."),
        format: words("Seven days."),
      }),
    );
    expect(await outcomes()).toEqual({
      stream: "no",
      tools: "no",
      vision: "no",
      structured_output: "no",
      reasoning: "no",
    });
  });

  it("stay unknown if the call failed for another reason", async () => {
    upstream.answer(jsonAnswer({ error: { message: "slow down" } }, 429));
    expect(new Set(Object.values(await outcomes()))).toEqual(new Set(["unknown"]));
  });
});
