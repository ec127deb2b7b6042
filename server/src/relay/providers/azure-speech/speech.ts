import type { SpeechCall, SpeechResult } from "../../canonical/speech.ts";
import { joinUrl } from "../kit/join-url.ts";
import { readSpeech } from "../openai-compatible/speech.ts";
import { type CallCapability, CannotServe, type ChannelView } from "../provider.ts";
import { chooseVoice } from "./choose-voice.ts";
import { writeSsml } from "./write-ssml.ts";

/**
 * Speech by Azure's own service: SSML in, audio out
 * (https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech).
 */
export const speech: CallCapability<SpeechCall, SpeechResult> = {
  buildRequest(call, channel) {
    const { format, exact } = chooseFormat(call.format);
    const dropped: string[] = exact ? [] : ["response_format"];
    if (call.instructions !== undefined) dropped.push("instructions");
    return {
      method: "POST",
      url: joinUrl(addressOf(channel), "/cognitiveservices/v1"),
      headers: {
        "content-type": "application/ssml+xml",
        accept: "*/*",
        "ocp-apim-subscription-key": channel.key,
        "x-microsoft-outputformat": format,
        // The service requires a client name.
        "user-agent": "tollgate",
      },
      body: writeSsml(call.input, chooseVoice(call.voice, channel), call.speed),
      ...(dropped.length > 0 && { dropped }),
    };
  },
  readResponse: readSpeech,
};

/** @throws CannotServe for a channel without an address */
function addressOf(channel: ChannelView): string {
  if (channel.baseUrl !== "") return channel.baseUrl;
  const region = channel.other.trim();
  if (!/^[a-z0-9-]+$/.test(region))
    throw new CannotServe("This channel has neither a region nor a base URL.", "model");
  return `https://${region}.tts.speech.microsoft.com`;
}

/**
 * Azure's formats for OpenAI's. Azure has neither AAC nor FLAC and returns high-quality MP3 instead, as One API does.
 */
const formats: Readonly<Record<string, { format: string; exact: boolean }>> = {
  mp3: { format: "audio-16khz-128kbitrate-mono-mp3", exact: true },
  opus: { format: "ogg-24khz-16bit-mono-opus", exact: true },
  aac: { format: "audio-24khz-160kbitrate-mono-mp3", exact: false },
  flac: { format: "audio-48khz-192kbitrate-mono-mp3", exact: false },
  wav: { format: "riff-24khz-16bit-mono-pcm", exact: true },
  pcm: { format: "raw-24khz-16bit-mono-pcm", exact: true },
};

/** A format name of Azure's is sent unchanged. @throws CannotServe for any other */
function chooseFormat(format: string): { format: string; exact: boolean } {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  if (known) return known;
  if (/^(?:audio|raw|riff|ogg|webm|amr|g722)-[a-z0-9-]{1,60}$/.test(format)) return { format, exact: true };
  throw new CannotServe(`This channel does not support the speech format ${format}.`, "response_format");
}
