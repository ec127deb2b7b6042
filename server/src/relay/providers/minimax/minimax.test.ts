import { describe, expect, it } from "vitest";
import { readPieces } from "../../../../test/conformance/feed-stream.ts";
import { openAiStops, stoppedInOpenAiDialect } from "../../../../test/conformance/openai-stopped.ts";
import {
  aChannelView,
  aChatCall,
  describeConformance,
} from "../../../../test/conformance/provider-conformance.ts";
import type { ChatCall } from "../../canonical/chat.ts";
import type { SpeechCall } from "../../canonical/speech.ts";
import type { ChannelView } from "../provider.ts";
import { provider } from "./index.ts";

describeConformance({
  provider,
  fixtures: new URL("./__fixtures__/", import.meta.url),
  framing: "data-done",
  stops: openAiStops,
  stopped: stoppedInOpenAiDialect,
});

const build = (call: ChatCall, channel: Partial<ChannelView> = {}) =>
  provider.chat!.buildRequest(call, aChannelView(channel));
const bodyOf = (call: ChatCall, channel?: Partial<ChannelView>) =>
  JSON.parse(String(build(call, channel).body)) as Record<string, unknown>;

describe("minimax", () => {
  it("requests reasoning separately from the text, and returns earlier reasoning in its list", () => {
    const messages: ChatCall["messages"] = [
      {
        role: "assistant",
        content: [
          { type: "reasoning", text: "hm" },
          { type: "tool-call", id: "c", name: "f", arguments: "{}" },
        ],
      },
    ];
    const body = bodyOf(
      aChatCall({ messages, maxOutputTokens: 9, temperature: 0, reasoning: { effort: "none" } }),
    );
    expect(body).toMatchObject({
      reasoning_split: true,
      max_completion_tokens: 9,
      temperature: 0.01,
      thinking: { type: "disabled" },
      messages: [{ reasoning_details: [{ type: "reasoning.text", text: "hm" }] }],
    });
    expect(body).not.toHaveProperty("max_tokens");
    expect(body).not.toHaveProperty("messages.0.reasoning_content");
  });

  it("reads reasoning from its list once, even if other fields repeat it", () => {
    const details = [
      { type: "reasoning.text", text: "h" },
      { type: "reasoning.text", text: "m" },
    ];
    for (const more of [{}, { reasoning_content: "hm" }]) {
      const message = { content: "Hi", reasoning_details: details, ...more };
      const choice = { index: 0, message, finish_reason: "stop" };
      const result = provider.chat!.readResponse({ id: "m", choices: [choice] }, aChatCall());
      expect(result.choices[0]?.content).toEqual([
        { type: "reasoning", text: "hm" },
        { type: "text", text: "Hi" },
      ]);
    }
  });

  it("sends tool parameters as text in the older protocol", () => {
    const parameters = { type: "object", properties: {} };
    const older: Partial<ChannelView> = { plugin: { protocol: { legacy: true } } };
    const call = aChatCall({ tools: [{ name: "f", parameters }], maxOutputTokens: 9 });
    const request = build(call, older);
    expect(request.url).toBe("https://upstream.test/v1/text/chatcompletion_v2");
    const body = bodyOf(call, older);
    expect(body).toMatchObject({
      max_tokens: 9,
      tools: [{ type: "function", function: { name: "f", parameters: JSON.stringify(parameters) } }],
    });
    expect(body).not.toHaveProperty("reasoning_split");
    expect(bodyOf(call)).toMatchObject({ tools: [{ function: { parameters } }] });
  });

  it("reports problems inside answers with status 200", () => {
    const refusal = { choices: null, base_resp: { status_code: 1008, status_msg: "insufficient balance" } };
    expect(() => provider.chat!.readResponse(refusal, aChatCall())).toThrow("insufficient balance");
    const framed = [Buffer.from(`data: ${JSON.stringify(refusal)}\n\n`)];
    for (const bytes of [framed, [Buffer.from(JSON.stringify(refusal))]])
      expect(readPieces(provider, aChatCall({ stream: true }), bytes)).toMatchObject([
        { type: "problem", problem: { kind: "billing", code: "1008", message: "insufficient balance" } },
      ]);
    expect(provider.native).toBeUndefined();
  });
});

describe("minimax, speech", () => {
  const call: SpeechCall = { model: "speech-2.8-hd", input: "Hello", voice: "alloy", format: "mp3" };
  const buildSpeech = (more: Partial<SpeechCall>, channel: Partial<ChannelView> = {}) => {
    const request = provider.speech!.buildRequest({ ...call, ...more }, aChannelView(channel));
    return { request, body: JSON.parse(String(request.body)) as Record<string, unknown> };
  };
  const read = (body: unknown) =>
    provider.speech!.readResponse(
      { status: 200, headers: {}, body: Buffer.from(JSON.stringify(body)) },
      call,
    );

  it("sends the vendor's voice, with an emotion if the channel sets one", () => {
    expect(buildSpeech({}).body).toEqual({
      model: "speech-2.8-hd",
      text: "Hello",
      stream: false,
      voice_setting: { voice_id: "female-chengshu" },
      audio_setting: { format: "mp3" },
    });
    const plugin = { voice: { alloy: "presenter_male|happy" } };
    expect(buildSpeech({ speed: 4 }, { plugin }).body).toMatchObject({
      voice_setting: { voice_id: "presenter_male", emotion: "happy", speed: 2 },
    });
    expect(buildSpeech({ voice: "my-own-voice" }).body).toMatchObject({
      voice_setting: { voice_id: "my-own-voice" },
    });
    expect(buildSpeech({ instructions: "whisper" }).request.dropped).toEqual(["instructions"]);
  });

  it("reads a format with channels, rates and the group of an older key", () => {
    const { request, body } = buildSpeech({ format: "mp3-1-32000-128000" }, { other: "42" });
    expect(request.url).toBe("https://upstream.test/v1/t2a_v2?GroupId=42");
    expect(body).toMatchObject({
      audio_setting: { format: "mp3", channel: 1, sample_rate: 32000, bitrate: 128000 },
    });
  });

  it("decodes the audio and counts the charge", () => {
    const answer = {
      data: { audio: "00ff10", status: 2 },
      extra_info: { usage_characters: 26, audio_format: "wav" },
      base_resp: { status_code: 0, status_msg: "success" },
    };
    expect(read(answer)).toEqual({
      mediaType: "audio/wav",
      bytes: Buffer.from([0, 255, 16]),
      characters: 26,
    });
    for (const audio of ["zz", "00f", "", null])
      expect(() => read({ ...answer, data: { audio } })).toThrow("no audio");
    expect(() => read({ data: null, base_resp: { status_code: 2013, status_msg: "bad voice" } })).toThrow(
      "bad voice",
    );
  });
});
