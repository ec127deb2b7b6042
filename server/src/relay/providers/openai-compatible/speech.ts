import type { SpeechCall, SpeechResult } from "../../canonical/speech.ts";
import { addCustomParameters } from "../kit/add-custom-parameters.ts";
import type { JsonObject } from "../kit/read-json.ts";
import { type CallCapability, type UpstreamAnswer } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { buildJsonRequest } from "./chat.ts";
import { endpointUrl } from "./endpoint.ts";
import type { CompatibleOptions } from "./options.ts";

/** Speech in OpenAI's format. */
export function compatibleSpeech(options: CompatibleOptions = {}): CallCapability<SpeechCall, SpeechResult> {
  return {
    buildRequest(call, channel) {
      const { model, input, voice, format } = call;
      const body: JsonObject = { model, input, voice, response_format: format };
      if (call.speed !== undefined) body.speed = call.speed;
      if (call.instructions !== undefined) body.instructions = call.instructions;
      addCustomParameters(body, channel, model);
      const url = endpointUrl(options, channel, "/audio/speech", model);
      const request = buildJsonRequest(options, channel, { url, stream: false, body: JSON.stringify(body) });
      return { ...request, headers: { ...request.headers, accept: "*/*" } };
    },
    readResponse: readSpeech,
  };
}

/** Audio as plain bytes. @throws UnreadableAnswer for text or an empty body */
export function readSpeech(answer: UpstreamAnswer, call: SpeechCall): SpeechResult {
  const type = answer.headers["content-type"] ?? "";
  if (/json|html|^text\//i.test(type))
    throw new UnreadableAnswer(`the answer is not audio: ${answer.body.toString("utf8", 0, 200)}`);
  if (answer.body.length === 0) throw new UnreadableAnswer("the answer is empty");
  return { mediaType: type || (mediaTypes[call.format] ?? "application/octet-stream"), bytes: answer.body };
}

const mediaTypes: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  opus: "audio/ogg",
  aac: "audio/aac",
  flac: "audio/flac",
  wav: "audio/wav",
  pcm: "audio/pcm",
};
