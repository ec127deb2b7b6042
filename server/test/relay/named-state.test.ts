import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
  streamAnswer,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Two users of one vendor account, which would return either one's state to the other. */
let running: RunningApp;
let upstream: FakeUpstream;
let mine: string;
let theirs: string;
let channelId: number;

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "gpt-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
  const keys = { key: "key-a\nkey-b\nkey-c" };
  channelId = (await running.aChannel({ base_url: upstream.url, models: ["gpt-test"], ...keys })).id;
  await running.aChannel({ base_url: upstream.url, models: ["gpt-other"] });
  mine = (await running.aToken()).key;
  theirs = (await anotherUser(running)).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});

let count = 0;
/** A response with ids of its own. */
function anAnswer() {
  count += 1;
  return {
    id: `resp_${count}`,
    object: "response",
    status: "completed",
    model: "gpt-test",
    error: null,
    output: [
      { id: `rs_${count}`, type: "reasoning", summary: [], encrypted_content: `sealed-${count}` },
      {
        id: `msg_${count}`,
        type: "message",
        role: "assistant",
        content: [{ type: "output_text", text: "Hi", annotations: [] }],
      },
    ],
    usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
  };
}
type AnAnswer = ReturnType<typeof anAnswer>;

function streamed(answer: AnAnswer): Answer {
  const frames = [
    { type: "response.created", response: { ...answer, status: "in_progress", output: [], usage: null } },
    { type: "response.output_text.delta", item_id: `msg_${count}`, delta: "Hi" },
    { type: "response.completed", response: answer },
  ];
  return streamAnswer(frames.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`));
}

const sendRequest = (key: string, body: object, path = "/v1/responses") =>
  running.call(key, { model: "gpt-test", input: "Hi", ...body }, { path });
const keyUsed = () => upstream.seen.at(-1)?.headers.authorization;

/** A response that the caller received, and the account's key that created it. */
async function make(key: string, stream = false) {
  const answer = anAnswer();
  upstream.answer(stream ? streamed(answer) : jsonAnswer(answer));
  const response = await sendRequest(key, { stream });
  expect(response.status).toBe(200);
  await response.text();
  const madeBy = keyUsed();
  upstream.answer(jsonAnswer(anAnswer()));
  return { ...answer, madeBy };
}

async function errorOf(response: Response) {
  const { error } = (await response.json()) as { error: Record<string, unknown> };
  return { status: response.status, code: error["code"], param: error["param"], message: error["message"] };
}

beforeEach(() => upstream.answer(jsonAnswer(anAnswer())));

describe.each([
  ["a whole answer", false],
  ["a stream", true],
])("state that a vendor stores of %s", (_name, stream) => {
  it("is continued at its origin by its owner", async () => {
    const made = await make(mine, stream);
    const ways = [
      { previous_response_id: made.id },
      { input: [{ type: "item_reference", id: made.output[1]?.id }] },
      { input: [{ id: made.output[1]?.id }] },
      { input: [{ type: "reasoning", id: made.output[0]?.id, summary: [] }] },
      { input: [made.output[0], { role: "user", content: "Go on" }] },
    ];
    for (const way of ways) {
      expect((await sendRequest(mine, way)).status).toBe(200);
      expect(keyUsed()).toBe(made.madeBy);
    }
  });

  it("is rejected for every other user, with the error for unknown state", async () => {
    const made = await make(mine, stream);
    const errorFor = (id: string) => errorOfUnknown(theirs, id);
    expect(await errorFor(made.id)).toEqual({
      status: 400,
      code: "previous_response_not_found",
      param: "previous_response_id",
      message: expect.stringContaining(`Previous response with id '${made.id}' not found.`),
    });
    const others = [
      { input: [{ type: "item_reference", id: made.output[1]?.id }] },
      { input: [{ id: made.output[1]?.id }] },
      { input: [{ type: "reasoning", id: made.output[0]?.id, summary: [] }] },
      {
        input: [
          { type: "reasoning", id: made.output[0]?.id, summary: [{ type: "summary_text", text: "x" }] },
        ],
      },
      { input: [made.output[0]] },
    ];
    for (const way of others)
      expect(await errorOf(await sendRequest(theirs, way))).toMatchObject({ status: 404, param: "input" });
    expect(upstream.seen).toEqual([]);
  });
});

const errorOfUnknown = async (key: string, id: string) =>
  errorOf(await sendRequest(key, { previous_response_id: id }));

describe("unknown state", () => {
  it("is rejected like another user's, and never requested from the vendor", async () => {
    expect(await errorOfUnknown(mine, "resp_of_no_user")).toMatchObject({
      status: 400,
      code: "previous_response_not_found",
    });
    expect(await errorOf(await sendRequest(mine, { conversation: "conv_of_no_user" }))).toMatchObject({
      status: 404,
      param: "conversation",
    });
    expect(
      await errorOf(await sendRequest(mine, { input: [{ type: "item_reference", id: "msg_x" }] })),
    ).toMatchObject({
      status: 404,
    });
    const compact = await sendRequest(
      mine,
      { previous_response_id: "resp_of_no_user" },
      "/v1/responses/compact",
    );
    expect((await errorOf(compact)).code).toBe("previous_response_not_found");
    expect(upstream.seen).toEqual([]);
  });

  it("includes state whose channel does not serve the model", async () => {
    const made = await make(mine);
    const requested = await sendRequest(mine, { model: "gpt-other", previous_response_id: made.id });
    expect((await errorOf(requested)).code).toBe("previous_response_not_found");
  });

  it("is accepted if the caller sends it", async () => {
    const carried = { type: "reasoning", summary: [], encrypted_content: "sealed-elsewhere" };
    expect((await sendRequest(mine, { input: [carried] })).status).toBe(200);
    const said = { type: "reasoning", id: "rs_elsewhere", summary: [{ type: "summary_text", text: "So" }] };
    expect((await sendRequest(mine, { input: [said] })).status).toBe(200);
  });

  it("is requested from the account that an administrator names", async () => {
    const pinned = `${mine}#${channelId}`;
    expect((await sendRequest(pinned, { previous_response_id: "resp_of_no_user" })).status).toBe(200);
    expect(upstream.seen).toHaveLength(1);
  });

  it("has a limit per call", async () => {
    const input = Array.from({ length: 2001 }, (_, index) => ({
      type: "item_reference",
      id: `msg_${index}`,
    }));
    expect(await errorOf(await sendRequest(mine, { input }))).toMatchObject({ status: 400, param: "input" });
  });
});

describe("a stored response", () => {
  it("is read and deleted by its owner, and by no other user", async () => {
    const made = await make(mine);
    const send = (key: string, method: string, more = "") =>
      fetch(`${running.url}/v1/responses/${made.id}${more}`, {
        method,
        headers: { authorization: `Bearer ${key}` },
      });
    for (const [method, more] of [
      ["GET"],
      ["GET", "/input_items"],
      ["POST", "/cancel"],
      ["DELETE"],
    ] as const) {
      const rejected = await errorOf(await send(theirs, method, more));
      expect(rejected).toMatchObject({ status: 404, message: expect.stringContaining("not found") });
      expect(upstream.seen).toEqual([]);
    }
    expect((await send(mine, "GET")).status).toBe(200);
    expect(keyUsed()).toBe(made.madeBy);
    expect((await send(mine, "DELETE")).status).toBe(200);
  });
});
