import { readFileSync } from "node:fs";
import { noUsage } from "@tollgate/contract/cost";
import OpenAI, { toFile } from "openai";
import { describe, expect, it } from "vitest";
import type { CallFormat } from "../format.ts";
import { type Answered, asCall, readSentForm, relayInProcess } from "../kit/__fixtures__/relay-in-process.ts";
import { testProvider as provider } from "../openai-embeddings/__fixtures__/test-provider.ts";
import { speech, transcriptions, translations } from "./index.ts";

const read = (name: string): string => readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), "utf8");

function relay(format: CallFormat, answered: Answered, native = false) {
  const relayed = relayInProcess({ format, provider, native, upstream: () => answered });
  const client = new OpenAI({
    apiKey: "k",
    baseURL: "https://gate.test/v1",
    maxRetries: 0,
    fetch: relayed.fetch,
  });
  return { relayed, client };
}

const sound = () => toFile(Buffer.from("RIFF sound"), "talk.wav", { type: "audio/wav" });

describe("speech with the official SDK", () => {
  const mp3 = { body: Buffer.from([0xff, 0xfb, 0, 1]), contentType: "audio/mpeg" };

  it.each([true, false])("returns bytes (native path: %s)", async (native) => {
    const { relayed, client } = relay(asCall(speech), mp3, native);
    const body = { input: "Grüße", voice: "alloy", speed: 1.5, instructions: "Slowly." };
    const answer = await client.audio.speech.create({ model: "tts-1", ...body, response_format: "mp3" });
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(mp3.body);
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    expect(relayed.sent[0]?.url).toBe("https://upstream.test/v1/audio/speech");
    expect(relayed.sent[0]?.headers.accept).toBe("*/*");
    expect(JSON.parse(String(relayed.sent[0]?.body))).toEqual({
      model: "upstream-model",
      ...body,
      response_format: "mp3",
    });
  });

  it("returns events if both ends use the format, with usage at the end", async () => {
    const { client } = relay(
      asCall(speech),
      { body: read("speech.sse"), contentType: "text/event-stream" },
      true,
    );
    const body = { model: "m", input: "a", voice: "v", stream_format: "sse" as const };
    expect(speech.readHead(body).stream).toBe(true);
    const text = await (await client.audio.speech.create(body)).text();
    expect(text).toBe(read("speech.sse"));
    const stream = speech.nativeStream(speech.readHead(body));
    const events = (text.match(/(?<=^data: ).*$/gm) ?? []).map((data) => JSON.parse(data) as object);
    expect(events.map((event) => stream.isEnd("", event))).toEqual([false, true]);
    expect(stream.opens(events[0]!)).toBe(true);
    expect(events.map((event) => provider.native?.readUsage(event, undefined, "openai-speech"))).toEqual([
      undefined,
      { ...noUsage, input: 9, output_audio: 120 },
    ]);
    const translated = relay(asCall(speech), mp3).client.audio.speech.create(body);
    await expect(translated).rejects.toMatchObject({ status: 400, param: "stream_format" });
  });

  it("rejects invalid requests with the field's name", () => {
    const refused = (body: object): unknown => {
      try {
        speech.readHead(body);
        speech.parseRequest(body, "m");
        return undefined;
      } catch (error) {
        return (error as { param?: string }).param;
      }
    };
    const fine = { model: "m", input: "a", voice: "v" };
    expect(refused({ ...fine, model: undefined })).toBe("model");
    expect(refused({ ...fine, input: "" })).toBe("input");
    expect(refused({ ...fine, voice: undefined })).toBe("voice");
    expect(refused({ ...fine, voice: {} })).toBe("id");
    expect(refused({ ...fine, speed: 5 })).toBe("speed");
    expect(refused({ ...fine, voice: { id: "voice_1" } })).toBeUndefined();
    expect(speech.parseRequest({ ...fine, voice: { id: "x" }, pitch: 1 }, "m")).toMatchObject({
      call: { voice: "x", format: "mp3" },
      unread: ["pitch"],
    });
  });

  it("is measured by the bytes and characters of its text", () => {
    expect(speech.measure({ input: "Grüße" })).toEqual({ tokens: 7, text: "", characters: 5 });
    expect(speech.measure({ input: "👋语音" }).characters).toBe(3);
    const slow = { input: "Grüße", stream_format: "sse", speed: 0.5 };
    expect(speech.measure(slow)).toEqual({
      tokens: 7,
      text: "",
      most: { output_audio: 28 },
      characters: 5,
    });
    expect(speech.isAnswer({})).toBe(false);
  });
});

describe("transcripts with the official SDK", () => {
  const json = (name: string): Answered => ({ body: read(name), contentType: "application/json" });

  it.each([
    ["json", '{"text":"Grüße aus Genf. And more."}'],
    ["text", "Grüße aus Genf. And more.\n"],
    [
      "srt",
      "1\n00:00:00,000 --> 00:00:01,250\nGrüße aus Genf.\n\n2\n01:01:01,500 --> 01:02:05,500\nAnd\n-> more.\n",
    ],
    [
      "vtt",
      "WEBVTT\n\n00:00:00.000 --> 00:00:01.250\nGrüße aus Genf.\n\n01:01:01.500 --> 01:02:05.500\nAnd\n-> more.\n",
    ],
  ] as const)("come as %s", async (response_format, expected) => {
    const { client, relayed } = relay(asCall(transcriptions), json("verbose.json"));
    const answer: unknown = await client.audio.transcriptions.create({
      model: "m",
      file: await sound(),
      response_format: response_format as "json",
    });
    expect(typeof answer === "string" ? answer : JSON.stringify(answer)).toBe(expected);
    const form = await readSentForm(relayed.sent[0]!);
    const timed = response_format === "srt" || response_format === "vtt";
    expect(form.get("response_format")).toBe(timed ? "verbose_json" : "json");
  });

  it("contain times and words", async () => {
    const { client, relayed } = relay(asCall(transcriptions), json("verbose.json"));
    const answer = await client.audio.transcriptions.create({
      model: "whisper-1",
      file: await sound(),
      response_format: "verbose_json",
      timestamp_granularities: ["word", "segment"],
      language: "de",
      temperature: 0.5,
      include: ["logprobs"],
    });
    expect(answer).toMatchObject({ task: "transcribe", language: "english", duration: 3725.5 });
    expect(answer.segments?.[1]).toEqual({ id: 1, start: 3661.5, end: 3725.5, text: " And\n \n --> more." });
    expect(answer.words).toEqual([{ word: "Grüße", start: 0, end: 0.5 }]);
    expect(answer.usage).toBeUndefined();
    const form = await readSentForm(relayed.sent[0]!);
    expect(form.getAll("timestamp_granularities[]")).toEqual(["word", "segment"]);
    expect([form.get("model"), form.get("language"), form.get("temperature")]).toEqual([
      "upstream-model",
      "de",
      "0.5",
    ]);
    expect(await (form.get("file") as File).text()).toBe("RIFF sound");
    expect(relayed.dropped).toEqual(["include[]"]);
  });

  it("contain usage in tokens", async () => {
    const { client } = relay(asCall(transcriptions), json("tokens.json"));
    const answer = await client.audio.transcriptions.create({ model: "m", file: await sound() });
    expect(answer.usage).toEqual({
      type: "tokens",
      input_tokens: 30,
      output_tokens: 8,
      total_tokens: 38,
      input_token_details: { text_tokens: 5, audio_tokens: 25 },
    });
  });

  it.each([true, false])("are translated (native path: %s)", async (native) => {
    const { client, relayed } = relay(asCall(translations), json("tokens.json"), native);
    const answer = await client.audio.translations.create({
      model: "whisper-1",
      file: await sound(),
      prompt: "p",
    });
    expect(answer.text).toBe("Grüße aus Genf.");
    expect(relayed.sent[0]?.url).toBe("https://upstream.test/v1/audio/translations");
    const form = await readSentForm(relayed.sent[0]!);
    expect([form.get("model"), form.get("prompt")]).toEqual(["upstream-model", "p"]);
  });

  it("stream if both ends use the format, and are rejected otherwise", async () => {
    const events = { body: read("transcript.sse"), contentType: "text/event-stream" };
    const { client } = relay(asCall(transcriptions), events, true);
    let text = "";
    const request = { model: "gpt-4o-transcribe", file: await sound(), stream: true as const };
    for await (const event of await client.audio.transcriptions.create(request))
      if (event.type === "transcript.text.delta") text += event.delta;
    expect(text).toBe("Grüße aus Genf.");
    const refused = relay(asCall(transcriptions), json("tokens.json")).client.audio.transcriptions.create(
      request,
    );
    await expect(refused).rejects.toMatchObject({ status: 400, param: "stream" });
  });

  it("reject forms with missing or duplicate fields", () => {
    const file = { name: "a.wav", mediaType: "audio/wav", bytes: Buffer.from("a") };
    const refused = (...fields: [string, unknown][]): unknown => {
      const body = {
        fields: [["file", file], ["model", "m"], ...fields].map(([name, value]) => ({ name, value })),
      };
      try {
        transcriptions.readHead(body);
        transcriptions.parseRequest(body, "m");
        return undefined;
      } catch (error) {
        return (error as { param?: string }).param;
      }
    };
    expect(refused()).toBeUndefined();
    expect(refused(["model", "n"])).toBe("model");
    expect(refused(["Model", "n"])).toBe("Model");
    expect(refused(["response_format", "diarized_json"])).toBe("response_format");
    expect(refused(["temperature", "hot"])).toBe("temperature");
    expect(refused(["timestamp_granularities", "letter"])).toBe("timestamp_granularities");
    expect(() => transcriptions.readHead({ fields: [{ name: "model", value: "m" }] })).toThrow(
      /'file' is required/,
    );
  });
});

describe("what a transcript is charged by", () => {
  it("is bounded by the bytes of the recording before the call, whatever its name", () => {
    const measured = (start: string) => {
      const bytes = Buffer.concat([Buffer.from(start), Buffer.alloc(996)]);
      const file = { name: "talk.wav", mediaType: "audio/wav", bytes };
      return transcriptions.measure({ fields: [{ name: "file", value: file }] });
    };
    const least = { bytes: 1000, seconds: 1, known: false };
    expect(measured("RIFF")).toEqual({ tokens: 0, text: "", sound: { ...least, plain: true } });
    expect(measured("OggS")).toEqual({ tokens: 0, text: "", sound: { ...least, plain: false } });
  });

  it("is its text after the call", () => {
    const words = (text: string, type: string) => transcriptions.answerText?.(Buffer.from(text), type);
    expect(words(read("verbose.json"), "application/json")).toBe("Grüße aus Genf. And more.");
    expect(
      words("1\n00:00:00,000 --> 00:00:01,250\n7 pm\n\n2\n00:01,000 --> 00:02,000\n8\n", "text/plain"),
    ).toBe("7 pm\n8");
    expect(words("WEBVTT\n\n00:00.000 --> 00:01.250\none\ntwo\n", "text/vtt; charset=utf-8")).toBe(
      "one\ntwo",
    );
    expect(words("half {", "application/json")).toBe("half {");
    expect(words("[1]", "application/json")).toBe("");
  });

  it("ends a stream with its usage", () => {
    const stream = transcriptions.nativeStream(
      transcriptions.readHead({
        fields: [
          { name: "file", value: { name: "a", mediaType: "", bytes: Buffer.alloc(1) } },
          { name: "model", value: "m" },
          { name: "stream", value: "true" },
        ],
      }),
    );
    const lines = read("transcript.sse").match(/(?<=^data: ).*$/gm) ?? [];
    const ends = lines.map((line) =>
      stream.isEnd(line, line.startsWith("{") ? (JSON.parse(line) as object) : undefined),
    );
    expect(ends).toEqual([false, false, true, true]);
    const done = JSON.parse(lines[2]!) as object;
    expect(provider.native?.readUsage(done, undefined, "openai-transcriptions")).toEqual({
      ...noUsage,
      input: 5,
      input_audio: 25,
      output: 8,
    });
  });
});
