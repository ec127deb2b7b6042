import type { SpeechCall, SpeechResult } from "../../canonical/speech.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import { joinUrl } from "../kit/join-url.ts";
import { readCountIfGiven } from "../kit/read-count.ts";
import { asFilledText, asObject, type JsonObject, needObject, parseJson } from "../kit/read-json.ts";
import { RejectedAnswer } from "../kit/rejected-answer.ts";
import { buildJsonRequest } from "../openai-compatible/chat.ts";
import { type CallCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { options } from "./chat.ts";
import { problemInAnswer, readProblem } from "./problems.ts";
import { chooseVoice } from "./voices.ts";

/** Speech by `t2a_v2`; the audio arrives whole, in hexadecimal digits within JSON. */
export const speech: CallCapability<SpeechCall, SpeechResult> = {
  buildRequest(call, channel) {
    const { voice, emotion } = chooseVoice(call.voice, channel);
    const voiceSetting: JsonObject = { voice_id: voice };
    if (emotion !== undefined) voiceSetting.emotion = emotion;
    // The API's limits.
    if (call.speed !== undefined) voiceSetting.speed = Math.min(Math.max(call.speed, 0.5), 2);
    const body: JsonObject = {
      model: call.model,
      text: call.input,
      stream: false,
      voice_setting: voiceSetting,
      audio_setting: readFormat(call.format),
    };
    addCustomParameters(body, channel, call.model);
    const group = channel.other === "" ? "" : `?GroupId=${encodeURIComponent(channel.other)}`;
    const url = joinUrl(channel.baseUrl, `/v1/t2a_v2${group}`);
    const request = buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
    if (call.instructions !== undefined) request.dropped = ["instructions"];
    return request;
  },
  readResponse(answer, call) {
    const text = answer.body.toString("utf8");
    const body = needObject(parseJson(text), "the answer");
    if (problemInAnswer(body)) throw new RejectedAnswer(readProblem(200, text, {}));
    const hex = asFilledText(asObject(body.data)?.audio);
    if (hex === undefined || !/^[0-9a-f]+$/i.test(hex) || hex.length % 2 === 1)
      throw new UnreadableAnswer("the answer contains no audio");
    const extra = asObject(body.extra_info);
    const format = asFilledText(extra?.audio_format) ?? asFilledText(readFormat(call.format).format);
    const result: SpeechResult = {
      mediaType: mediaTypes[format ?? "mp3"] ?? "audio/mpeg",
      bytes: Buffer.from(hex, "hex"),
    };
    const characters = readCountIfGiven(extra?.usage_characters);
    if (characters !== undefined) result.characters = characters;
    return result;
  },
};

/** A format, or `mp3-1-32000-128000`: format, channels, sample rate, bit rate. */
function readFormat(requested: string): JsonObject {
  const [format = "mp3", ...numbers] = requested.split("-");
  const setting: JsonObject = { format: format === "" ? "mp3" : format };
  for (const [index, field] of ["channel", "sample_rate", "bitrate"].entries()) {
    const number = readCountIfGiven(numbers[index]);
    if (number !== undefined) setting[field] = number;
  }
  return setting;
}

const mediaTypes: Partial<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  flac: "audio/flac",
  pcm: "audio/pcm",
  opus: "audio/opus",
  aac: "audio/aac",
};
