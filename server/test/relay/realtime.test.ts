import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { WebSocket } from "ws";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

let running: RunningApp;
let upstream: FakeRealtime;
let key: string;

beforeAll(async () => {
  upstream = await startFakeRealtime();
  running = await startApp();
  await running.aPrice({
    model: "test-realtime",
    type: "tokens",
    channel_type: 1,
    input: 2,
    output: 4,
    extra_ratios: { input_audio_tokens: 8, output_audio_tokens: 4 },
  });
  await running.aChannel({ base_url: upstream.url, models: ["test-realtime"] });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
});
beforeEach(async () => {
  await running.books();
  await running.app.database.queries.deleteFrom("logs").execute();
});

const session = JSON.stringify({
  type: "session.created",
  session: { id: "sess_1", model: "test-realtime" },
});
/** 10 text and 20 audio tokens in (5 of them cached), 3 text and 7 audio tokens out. */
const usage = {
  total_tokens: 40,
  input_tokens: 30,
  output_tokens: 10,
  input_token_details: {
    text_tokens: 10,
    audio_tokens: 20,
    cached_tokens: 5,
    cached_tokens_details: { text_tokens: 0, audio_tokens: 5 },
  },
  output_token_details: { text_tokens: 3, audio_tokens: 7 },
};
/** Uncached text 10, cached 5, audio 15 at eight times; out 3, spoken 7 at four times. */
const cost = 10 * 2 + 5 * 2 + 15 * 2 * 8 + 3 * 4 + 7 * 4 * 4;
const done = JSON.stringify({ type: "response.done", response: { id: "resp_1", usage } });

/** Greets, and sends one spoken response per `response.create`. */
function answerEach(): void {
  upstream.onSocket((socket) => {
    socket.send(session);
    socket.on("message", (data) => {
      const event = JSON.parse((data as Buffer).toString("utf8")) as { type: string };
      if (event.type !== "response.create") return;
      socket.send(JSON.stringify({ type: "response.created", response: { id: "resp_1" } }));
      socket.send(JSON.stringify({ type: "response.output_audio.delta", delta: "AAAA" }));
      socket.send(done);
    });
  });
}

interface Talk {
  socket: WebSocket;
  heard: { type: string; error?: { code: string } }[];
  closed: Promise<number>;
  until(type: string, times?: number): Promise<void>;
}

function talk(
  options: { key?: string; query?: string; protocols?: string[]; bare?: boolean } = {},
): Promise<Talk> {
  const address = `${running.url.replace("http", "ws")}/v1/realtime?${options.query ?? "model=test-realtime"}`;
  const headers = options.bare ? {} : { authorization: `Bearer ${options.key ?? key}` };
  const socket = new WebSocket(address, options.protocols ?? ["realtime"], { headers });
  const heard: Talk["heard"] = [];
  let look: () => void = () => {};
  socket.on("message", (data) => {
    heard.push(JSON.parse((data as Buffer).toString("utf8")) as Talk["heard"][number]);
    look();
  });
  const closed = new Promise<number>((resolve) => socket.on("close", resolve));
  const until = (type: string, times = 1): Promise<void> =>
    new Promise((resolve) => {
      look = () => {
        if (heard.filter((event) => event.type === type).length >= times) resolve();
      };
      look();
    });
  return new Promise((resolve, reject) => {
    socket.on("open", () => resolve({ socket, heard, closed, until }));
    socket.on("unexpected-response", (_request, response) => {
      let text = "";
      response.on("data", (chunk) => (text += chunk));
      response.on("end", () => reject(new Error(`${response.statusCode} ${text}`)));
    });
    socket.on("error", reject);
  });
}

const create = JSON.stringify({ type: "response.create" });

describe("realtime sessions", () => {
  it("pass messages in both directions and book every response separately, to the unit", async () => {
    answerEach();
    const before = await running.books();
    const { socket, until, closed, heard } = await talk();
    expect(socket.protocol).toBe("realtime");
    socket.send(create);
    await until("response.done");
    socket.send(create);
    await until("response.done", 2);
    socket.close();
    await closed;
    expect(heard.map((event) => event.type)).toEqual([
      "session.created",
      "response.created",
      "response.output_audio.delta",
      "response.done",
      "response.created",
      "response.output_audio.delta",
      "response.done",
    ]);
    const after = await running.books();
    expect(before.balance - after.balance).toBe(2 * cost);
    expect(after.entries).toBe(after.balance);
    expect(after.logs.map((log) => [log.quota, log.prompt_tokens, log.completion_tokens])).toEqual([
      [cost, 30, 10],
      [cost, 30, 10],
    ]);
    expect(upstream.seen[0]?.path).toBe("/v1/realtime?model=test-realtime");
    expect(upstream.seen[0]?.headers.authorization).not.toContain(key);
  });

  it("read the key from a browser's subprotocol and send it nowhere", async () => {
    answerEach();
    const { socket, closed } = await talk({
      bare: true,
      protocols: ["realtime", `openai-insecure-api-key.${key}`],
    });
    expect(socket.protocol).toBe("realtime");
    socket.close();
    await closed;
    expect(JSON.stringify(upstream.seen)).not.toContain(key);
  });

  it("open for a client that offers no sub-protocol, or only unknown ones", async () => {
    answerEach();
    const bare = await talk({ protocols: [] });
    expect(bare.socket.protocol).toBe("");
    const foreign = await talk({ bare: true, protocols: [`openai-insecure-api-key.${key}`, "chat-v2"] });
    expect(foreign.socket.protocol).toBe("chat-v2");
    const keyOnly = await talk({ bare: true, protocols: [`openai-insecure-api-key.${key}`] });
    expect(keyOnly.socket.protocol).toBe(`openai-insecure-api-key.${key}`);
    for (const { socket, until, closed } of [bare, foreign, keyOnly]) {
      await until("session.created");
      socket.close();
      await closed;
    }
    expect(JSON.stringify(upstream.seen)).not.toContain(key);
  });

  it("reject a wrong key, a missing model and an unknown one before the socket opens", async () => {
    answerEach();
    await expect(talk({ key: "unknown" })).rejects.toThrow(/^401 .*invalid_api_key/);
    await expect(talk({ query: "" })).rejects.toThrow(/^400 .*'model' is required/);
    await expect(talk({ query: "model=other" })).rejects.toThrow(/^404 .*other/);
    expect(upstream.seen).toEqual([]);
  });

  it("return nothing of an upstream's error but its status", async () => {
    upstream.reject(401);
    await expect(talk()).rejects.toThrow(/^502 (?!.*127\.0\.0\.1)/);
    expect((await running.books()).logs).toEqual([]);
  });

  it("do not let the caller change the model to one with another price", async () => {
    answerEach();
    const { socket, until, closed, heard } = await talk();
    socket.send(JSON.stringify({ type: "session.update", session: { model: "gpt-dear" } }));
    await until("error");
    expect(heard.at(-1)?.error?.code).toBe("model_not_allowed");
    socket.close();
    await closed;
  });

  it("end when the balance no longer covers a response, after charging the previous ones", async () => {
    answerEach();
    const full = await running.books();
    // Quota for one response, and a little: the second is not covered.
    await running.setBalance(2000 * 2 + 2000 * 16 + 1000 * 4 + 2000 * 16 + 10);
    const { socket, until, closed, heard } = await talk();
    socket.send(create);
    await until("error");
    expect(await closed).toBe(1008);
    expect(heard.at(-1)?.error?.code).toBe("insufficient_user_quota");
    const after = await running.books();
    expect(after.logs).toHaveLength(1);
    expect(after.logs[0]?.quota).toBe(cost);
    await running.setBalance(full.balance);
  });

  it("charge a response whose caller disconnects by the upstream's final usage", async () => {
    upstream.onSocket((socket) => {
      socket.send(session);
      socket.on("message", (data) => {
        const event = JSON.parse((data as Buffer).toString("utf8")) as { type: string };
        if (event.type === "response.create")
          socket.send(JSON.stringify({ type: "response.created", response: { id: "resp_1" } }));
        // The gateway cancels the response; the vendor reports its usage.
        if (event.type === "response.cancel") socket.send(done);
      });
    });
    const { socket, until } = await talk();
    socket.send(create);
    await until("response.created");
    socket.terminate();
    await expect.poll(async () => (await running.books()).logs.length).toBe(1);
    expect((await running.books()).logs[0]?.quota).toBe(cost);
  });

  it("end within seconds when the key is disabled", async () => {
    answerEach();
    const token = await running.aToken();
    const { closed } = await talk({ key: token.key });
    await running.api("PUT", "/api/token/?status_only=true", { id: token.id, status: 2 });
    expect(await closed).toBe(1008);
  });
});
