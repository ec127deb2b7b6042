import type { ChannelHealthCounts, ChannelHealthList } from "@tollgate/contract/channel-health";
import type { ChannelProblem } from "@tollgate/contract/channel-problems";
import type { Channel, ChannelEvent, ChannelForm, ChannelTestResult } from "@tollgate/contract/channels";
import type { Page } from "@tollgate/contract/list-query";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  chatAnswer,
  type FakeUpstream,
  hang,
  jsonAnswer,
  startFakeUpstream,
  textAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeUpstream;
let key: string;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "test-model", type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.api("PUT", "/api/option/", { key: "RetryTimes", value: "0" });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

interface Way {
  answer: Answer;
  form?: Partial<ChannelForm>;
  /** Status of the channel afterwards: 1 enabled, 3 disabled automatically. */
  status: number;
  problem: ChannelProblem;
  counted: keyof ChannelHealthCounts;
}

const slowAnswer: Answer = (response, request) => {
  setTimeout(() => jsonAnswer(chatAnswer())(response, request), 1100);
};

/** Typical failures of channels, each with its expected state and reason. */
const ways: Record<string, Way> = {
  "a bad key": {
    answer: jsonAnswer({ error: { message: "Incorrect API key", code: "invalid_api_key" } }, 401),
    status: 3,
    problem: "authentication",
    counted: "authentication",
  },
  "no balance": {
    answer: jsonAnswer({ error: { message: "No credit", code: "insufficient_quota" } }, 402),
    status: 3,
    problem: "no_balance",
    counted: "no_balance",
  },
  "a rate limit": {
    answer: jsonAnswer({ error: { message: "Slow down" } }, 429, { "retry-after": "1" }),
    status: 1,
    problem: "rate_limit",
    counted: "rate_limit",
  },
  "an answer that never comes": {
    answer: hang,
    form: { first_byte_timeout: 0.3 },
    status: 1,
    problem: "timeout",
    counted: "timeout",
  },
  "a wrong model": {
    answer: jsonAnswer({ error: { message: "The model does not exist", code: "model_not_found" } }, 404),
    status: 1,
    problem: "not_found",
    counted: "not_found",
  },
  "an address that serves a web page": {
    answer: textAnswer("<html>Welcome</html>", 200, "text/html"),
    status: 1,
    problem: "bad_answer",
    counted: "bad_answer",
  },
  "an address where nothing listens": {
    answer: jsonAnswer(chatAnswer()),
    form: { base_url: "http://127.0.0.1:9" },
    status: 1,
    problem: "connection",
    counted: "connection",
  },
};

async function onlyChannel(form: Partial<ChannelForm> = {}): Promise<number> {
  const list = await running.api<{ data: { id: number }[] }>("GET", "/api/channel/?size=100");
  for (const channel of list.data) await running.api("DELETE", `/api/channel/${channel.id}`);
  return (await running.aChannel({ base_url: upstream.url, ...form })).id;
}

const read = (id: number) => running.api<Channel>("GET", `/api/channel/${id}`);
const newestEvent = async (id: number) =>
  (await running.api<Page<ChannelEvent>>("GET", `/api/channel/${id}/events`)).data[0];
const body = { model: "test-model", messages: [{ role: "user", content: "Say hello" }] };

describe("a channel that fails by", () => {
  it.each(Object.entries(ways))("%s ends in the right state, with its reason", async (_name, way) => {
    const id = await onlyChannel(way.form);
    upstream.answer(way.answer);
    expect((await running.call(key, body)).ok).toBe(false);
    await expect.poll(async () => (await read(id)).status).toBe(way.status);
    if (way.status === 3) {
      expect(await read(id)).toMatchObject({ status_problem: way.problem });
      expect(await newestEvent(id)).toMatchObject({
        kind: "disabled_automatically",
        problem: way.problem,
        reason: expect.stringMatching(/\w/) as string,
        request_id: expect.stringMatching(/\w/) as string,
      });
    }
    await running.app.attempts.flush();
    const health = await running.api<ChannelHealthList>("GET", `/api/channel/health?ids=${id}`);
    expect(health.channels[0]?.spans).toMatchObject([{ successes: 0, [way.counted]: 1 }]);
  });

  it.each(Object.entries(ways).filter(([name]) => name !== "an answer that never comes"))(
    "%s reports its reason in the channel test",
    async (_name, way) => {
      const id = await onlyChannel({ ...way.form, test_model: "test-model" });
      upstream.answer(way.answer);
      const result = await running.api<ChannelTestResult>("GET", `/api/channel/test/${id}`);
      expect(result).toMatchObject({
        success: false,
        problem: way.problem,
        asked: expect.stringContaining("/v1/chat/completions\n") as string,
        reason: expect.stringMatching(/\w/) as string,
      });
      expect(result.asked).not.toContain("upstream-key");
      const list = await running.api<Page<Channel>>("GET", "/api/channel/");
      expect(list.data[0]).toMatchObject({ test_problem_kind: way.problem, status: way.status });
    },
  );

  it("without a chat response is tested with a vector request if its model has vectors, and reports the reason", async () => {
    const model = "text-embedding-3-small";
    const id = await onlyChannel({ test_model: model });
    const requested = () => running.api<ChannelTestResult>("GET", `/api/channel/test/${id}`);
    upstream.answer(jsonAnswer({ data: [{ index: 0, embedding: [0.1, 0.2] }], model }));
    expect(await requested()).toMatchObject({
      success: true,
      asked: expect.stringContaining("/v1/embeddings\n") as string,
      answered: expect.stringContaining("0.2") as string,
    });
    upstream.answer(jsonAnswer({ data: [] }));
    expect(await requested()).toMatchObject({ success: false, problem: "bad_answer" });
    upstream.answer(jsonAnswer({ error: { message: "Incorrect API key", code: "invalid_api_key" } }, 401));
    expect(await requested()).toMatchObject({ success: false, problem: "authentication", status: 401 });
    expect((await read(id)).status).toBe(3);
  });

  it("whose response is slower than the maximum response time is disabled by its test", async () => {
    const id = await onlyChannel({ test_model: "test-model" });
    await running.api("PUT", "/api/option/", { key: "ChannelDisableThreshold", value: "1" });
    upstream.answer(slowAnswer);
    const result = await running.api<ChannelTestResult>("GET", `/api/channel/test/${id}`);
    expect(result).toMatchObject({
      success: true,
      answered: expect.stringContaining("Hello there.") as string,
    });
    expect(await read(id)).toMatchObject({ status: 3, status_problem: "too_slow" });
    await running.api("PUT", "/api/option/", { key: "ChannelDisableThreshold", value: "0" });
    upstream.answer(jsonAnswer(chatAnswer()));
    await running.api("GET", `/api/channel/test/${id}`);
    expect(await read(id)).toMatchObject({ status: 1, status_problem: "", status_reason: "" });
  });
});
