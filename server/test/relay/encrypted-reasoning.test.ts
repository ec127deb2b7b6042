import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  type Answer,
  type FakeUpstream,
  jsonAnswer,
  startFakeUpstream,
} from "../fake-upstream/fake-upstream.ts";
import { anotherUser } from "../support/another-user.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** Two accounts of one vendor that cannot decrypt each other's reasoning, with callers of every format. */
let running: RunningApp;
let upstream: FakeUpstream;
let mine: string;
let theirs: string;
/** Accounts that reject every call for now. */
const limited = new Set<string>();

const accountOf = (authorization: unknown) => String(authorization).slice("Bearer ".length);
const account = () => accountOf(upstream.seen.at(-1)?.headers.authorization);

/** Returns encrypted reasoning, and rejects another account's, as the vendor does. */
const vendor: Answer = (response, request) => {
  const self = accountOf(request.headers.authorization);
  if (limited.has(self)) {
    jsonAnswer({ error: { message: "Slow down", type: "rate_limit_error" } }, 429)(response, request);
    return;
  }
  const foreign = request.text
    .match(/"sealed by [^"]*"/g)
    ?.some((text) => !text.startsWith(`"sealed by ${self}`));
  const error = {
    message: "The encrypted content could not be verified.",
    code: "invalid_encrypted_content",
  };
  if (foreign) jsonAnswer({ error }, 400)(response, request);
  else jsonAnswer(answerOf(self))(response, request);
};

let count = 0;
function answerOf(self: string) {
  count += 1;
  return {
    id: `resp_${count}`,
    object: "response",
    created_at: 1_790_000_000,
    status: "completed",
    model: "o3-pro",
    error: null,
    output: [
      {
        id: `rs_${count}`,
        type: "reasoning",
        summary: [{ type: "summary_text", text: "Hm" }],
        encrypted_content: `sealed by ${self} ${count}`,
      },
      {
        id: `msg_${count}`,
        type: "message",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "Hi", annotations: [] }],
      },
    ],
    usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
  };
}

beforeAll(async () => {
  upstream = await startFakeUpstream();
  running = await startApp();
  await running.aPrice({ model: "o3-*", type: "tokens", channel_type: 1, input: 1, output: 1 });
  for (const key of ["one", "two"])
    await running.aChannel({ base_url: upstream.url, models: ["o3-pro"], key, name: key });
  await running.api("PUT", "/api/option/", { key: "RetryCooldownSeconds", value: "0" });
  mine = (await running.aToken()).key;
  theirs = (await anotherUser(running)).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(() => {
  limited.clear();
  upstream.answer(vendor);
});

type Json = Record<string, unknown>;
type Turn = {
  path: string;
  body: (turns: unknown[]) => Json;
  first: unknown;
  next: unknown;
  said(answer: Json): unknown[];
};

const user = { role: "user", content: "Think" };
const go = { role: "user", content: "Go on" };
const chats: Record<string, Turn> = {
  "Chat Completions": {
    path: "/v1/chat/completions",
    body: (messages) => ({ model: "o3-pro", messages }),
    first: user,
    next: go,
    said: (answer) => [(answer["choices"] as { message: unknown }[])[0]?.message],
  },
  Messages: {
    path: "/v1/messages",
    body: (messages) => ({ model: "o3-pro", max_tokens: 100, messages }),
    first: user,
    next: go,
    said: (answer) => [{ role: "assistant", content: answer["content"] }],
  },
  Gemini: {
    path: "/v1beta/models/o3-pro:generateContent",
    body: (contents) => ({ contents }),
    first: { role: "user", parts: [{ text: "Think" }] },
    next: { role: "user", parts: [{ text: "Go on" }] },
    said: (answer) => [(answer["candidates"] as { content: unknown }[])[0]?.content],
  },
  Responses: {
    path: "/v1/responses",
    body: (input) => ({ model: "o3-pro", input, store: false }),
    first: user,
    next: go,
    said: (answer) => answer["output"] as unknown[],
  },
};

describe.each(Object.entries(chats))("encrypted reasoning for a caller of %s", (_name, chat) => {
  let number = 0;
  /** Another conversation every time, so that only the reasoning can identify its origin. */
  const send = (turns: unknown[], key = mine) =>
    running.call(key, chat.body(turns), {
      path: chat.path,
      headers: { "x-session-id": `${chat.path} ${number++}` },
    });

  async function begin() {
    const response = await send([chat.first]);
    expect(response.status).toBe(200);
    const home = account();
    return { home, turns: [chat.first, ...chat.said((await response.json()) as Json), chat.next] };
  }

  it("returns to the account that encrypted it, whichever is next in turn", async () => {
    for (let round = 0; round < 6; round++) {
      const { home, turns } = await begin();
      expect((await send(turns)).status).toBe(200);
      expect(account()).toBe(home);
      expect(upstream.seen.at(-1)?.text).toContain(`sealed by ${home}`);
    }
  });

  it("is dropped, and reported, if that account is unavailable", async () => {
    const { home, turns } = await begin();
    limited.add(home);
    const moved = await send(turns);
    expect(moved.status).toBe(200);
    expect(account()).not.toBe(home);
    expect(upstream.seen.at(-1)?.text).not.toContain("sealed by");
    expect(moved.headers.get("x-tollgate-dropped")).toMatch(
      /encrypted_content|reasoning_details|signature|thinking/i,
    );

    // With reasoning of both, the conversation stays at the origin of the newest.
    limited.clear();
    const both = [...turns, ...chat.said((await moved.json()) as Json), chat.next];
    expect((await send(both)).status).toBe(200);
    expect(account()).not.toBe(home);
  });

  it("is never revealed to another user's call", async () => {
    const { turns } = await begin();
    upstream.answer(vendor);
    const requested = await send(turns, theirs);
    expect([200, 404]).toContain(requested.status);
    for (const { text } of upstream.seen) expect(text).not.toContain("sealed by");
  });
});
