import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Answer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

const upstream: FakeUpstream = await startFakeUpstream();
afterAll(() => upstream.stop());

let count = 0;
async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return { status: response.status, ...error };
}

describe("the code interpreter's containers", () => {
  let running: RunningApp;
  let mine: string;
  let theirs: string;
  beforeAll(async () => {
    running = await startApp();
    await running.aPrice({ model: "gpt-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
    await running.aChannel({ base_url: upstream.url, models: ["gpt-test"], key: "key-a\nkey-b\nkey-c" });
    mine = (await running.aToken()).key;
    theirs = (await anotherUser(running)).key;
  });
  afterAll(() => running.stop());

  const auto = { tools: [{ type: "code_interpreter", container: { type: "auto" } }] };
  const send = (key: string, more: object) =>
    running.call(key, { model: "gpt-test", input: "Hi", ...more }, { path: "/v1/responses" });
  const answer = (container: string) => ({
    id: `resp_${++count}`,
    object: "response",
    status: "completed",
    model: "gpt-test",
    output: [
      { id: `ci_${count}`, type: "code_interpreter_call", container_id: container, code: "1", outputs: [] },
    ],
    usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
  });
  function cutStream(container: string): Answer {
    const whole = answer(container);
    const events = [
      { type: "response.created", response: { ...whole, status: "in_progress", output: [] } },
      { type: "response.output_text.delta", item_id: "m", delta: "Hi" },
      { type: "response.output_item.done", output_index: 0, item: whole.output[0] },
    ];
    return streamAnswer(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
  }

  it.each([
    ["a whole answer", false],
    ["a stream that broke off after its call", true],
  ])("belong to their user, at the key that created them: of %s", async (_of, stream) => {
    const container = `cntr_${++count}`;
    upstream.answer(stream ? cutStream(container) : jsonAnswer(answer(container)));
    await (await send(mine, { ...auto, stream })).text();
    const madeBy = upstream.seen.at(-1)?.headers.authorization;
    upstream.answer(jsonAnswer(answer("cntr_other")));
    const named = { tools: [{ type: "code_interpreter", container }] };
    const brought = {
      ...auto,
      input: [
        { type: "code_interpreter_call", id: "ci_x", container_id: container, code: "1", outputs: [] },
        { role: "user", content: "Go on" },
      ],
    };
    for (const more of [named, brought]) {
      expect((await send(mine, more)).status).toBe(200);
      expect(upstream.seen.at(-1)?.headers.authorization).toBe(madeBy);
    }
    upstream.seen.length = 0;
    expect(await errorOf(await send(theirs, named))).toMatchObject({
      status: 404,
      param: "tools[0]",
      message: expect.stringContaining(`Container with id '${container}' not found`),
    });
    expect((await send(theirs, brought)).status).toBe(404);
    expect((await send(mine, { tools: [{ type: "code_interpreter", container: "cntr_x" }] })).status).toBe(
      404,
    );
    expect(upstream.seen).toEqual([]);
  });
});
