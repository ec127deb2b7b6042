import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { WebSocket } from "ws";
import { type FakeRealtime, startFakeRealtime } from "../fake-upstream/fake-realtime.ts";
import { chatFrames, type FakeUpstream, startFakeUpstream } from "../fake-upstream/fake-upstream.ts";
import { type RunningApp, startApp } from "../support/start-app.ts";

/** An upstream that quotes our key in another encoding, as gateways do that report a rejected header. */
const secret = "zq7R+Kx/wv.Jm-93hT=pL2c+uX";
const base64 = (text: string) => Buffer.from(text).toString("base64");
const forms: [string, string][] = [
  ["base64", base64(secret)],
  ["base64 without padding", base64(secret).replace(/=+$/, "")],
  ["base64url", Buffer.from(secret).toString("base64url")],
  ["Basic with a user", `Basic ${base64(`user:${secret}`)}`],
  ["Basic with a longer user", `Basic ${base64(`users:${secret}`)}`],
  ["Basic as the user", `Basic ${base64(`${secret}:`)}`],
  ["percent-encoding", encodeURIComponent(secret)],
  ["an address", `https://api.example/?auth=${encodeURIComponent(base64(secret))}`],
];

/** Parts of a text that reveal the key: eight characters of it, in any encoding. */
function pieces(text: string): string[] {
  const readings = [text, decodeURIComponent(text.replace(/%(?![0-9a-f]{2})/gi, "%25"))];
  for (const run of text.match(/[A-Za-z0-9+/_%-]{12,}/g) ?? [])
    for (let skip = 0; skip < 4; skip += 1)
      readings.push(Buffer.from(decodeURIComponent(run).slice(skip), "base64").toString("latin1"));
  const parts = Array.from({ length: secret.length - 7 }, (_, index) => secret.slice(index, index + 8));
  return parts.filter((part) => readings.some((reading) => reading.includes(part)));
}

let running: RunningApp;
let upstream: FakeUpstream;
let speech: FakeRealtime;
let key: string;
beforeAll(async () => {
  upstream = await startFakeUpstream();
  speech = await startFakeRealtime();
  running = await startApp();
  for (const model of ["model-*", "talking-model"])
    await running.aPrice({ model, type: "tokens", channel_type: 1, input: 2, output: 3 });
  await running.aChannel({ base_url: speech.url, models: ["talking-model"], key: secret });
  key = (await running.aToken()).key;
});
afterAll(async () => {
  await running?.stop();
  await upstream?.stop();
  await speech?.stop();
});

let models = 0;

/** A channel that no earlier failure has cooled down or disabled. */
async function aFreshChannel(): Promise<{ id: number; body: { model: string; messages: object[] } }> {
  models += 1;
  const model = `model-${models}`;
  const { id } = await running.aChannel({
    base_url: upstream.url,
    key: secret,
    models: [model],
    test_model: model,
  });
  return { id, body: { model, messages: [{ role: "user", content: "hi" }] } };
}

describe.each(forms)("a key that the upstream quotes in %s", (_form, quoted) => {
  const failure = JSON.stringify({
    error: { message: `not accepted: ${quoted}`, type: quoted, code: quoted },
  });

  it("is present in the tested encoding", () => expect(pieces(failure)).not.toEqual([]));

  it.each([400, 401, 500])(
    "reaches neither caller, log nor channel's page with status %i",
    async (status) => {
      const { id, body } = await aFreshChannel();
      upstream.answer((response) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(failure);
      });
      const answer = await running.call(key, body);
      const text = await answer.text();
      expect(answer.ok).toBe(false);
      const tested = await running.api("GET", `/api/channel/test/${id}?model=${body.model}`).catch(String);
      const seen = [
        text,
        JSON.stringify([...answer.headers]),
        JSON.stringify(tested),
        JSON.stringify((await running.books()).logs),
        JSON.stringify(await running.api("GET", `/api/channel/${id}/events`)),
      ];
      expect(seen.flatMap(pieces)).toEqual([]);
    },
  );

  it("does not reach the caller in a stream", async () => {
    const { body } = await aFreshChannel();
    const heard = Promise.withResolvers<void>();
    upstream.answer((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chatFrames(["one ", "two "], null).slice(0, 3).join(""));
      void heard.promise.then(() => response.end(`data: ${failure}\n\n`));
    });
    // The answer begins with the first text.
    const answer = await running.call(key, { ...body, stream: true });
    heard.resolve();
    const text = await answer.text();
    expect(text).toContain("one");
    expect(pieces(text)).toEqual([]);
  });

  it("does not reach the caller in a websocket", async () => {
    speech.onSocket((socket) => {
      socket.send(JSON.stringify({ type: "session.created", session: { id: "sess_1" } }));
      socket.on("message", () => socket.send(`{"type":"error",${failure.slice(1)}`));
    });
    const socket = new WebSocket(`${running.url.replace("http", "ws")}/v1/realtime?model=talking-model`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const heard: string[] = [];
    socket.on("message", (data) => heard.push((data as Buffer).toString()));
    await once(socket, "open");
    socket.send(JSON.stringify({ type: "response.create" }));
    await vi.waitFor(() => expect(heard.join()).toContain("not accepted"));
    socket.close();
    expect(heard.flatMap(pieces)).toEqual([]);
  });
});
