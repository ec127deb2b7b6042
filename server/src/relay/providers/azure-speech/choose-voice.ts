import { asFilledText } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** Azure's voices for OpenAI's names, with a role after `|`. */
export const standardVoices: Readonly<Record<string, string>> = {
  alloy: "zh-CN-YunxiNeural",
  echo: "zh-CN-YunyangNeural",
  fable: "zh-CN-YunxiNeural|Boy",
  onyx: "zh-CN-YunyeNeural",
  nova: "zh-CN-XiaochenNeural",
  shimmer: "zh-CN-XiaohanNeural",
};

export interface Voice {
  name: string;
  role: string | undefined;
}

/** The channel's own map (`plugin.voice`) first, then the standard one; any other name is sent unchanged. */
export function chooseVoice(voice: string, channel: ChannelView): Voice {
  const standard = Object.hasOwn(standardVoices, voice) ? standardVoices[voice] : undefined;
  const own = channel.plugin.voice;
  const mapped = own && Object.hasOwn(own, voice) ? asFilledText(own[voice]) : undefined;
  const [name = "", role] = (mapped ?? standard ?? voice).split("|");
  return { name: name.trim(), role: role?.trim() || undefined };
}
