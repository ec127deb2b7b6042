import { asFilledText } from "../kit/read-json.ts";
import type { ChannelView } from "../provider.ts";

/** The vendor's voices for OpenAI's names, unless the channel sets others. */
export const defaultVoices: Readonly<Record<string, string>> = {
  alloy: "female-chengshu",
  echo: "male-qn-qingse",
  fable: "male-qn-jingying",
  onyx: "presenter_male",
  nova: "presenter_female",
  shimmer: "audiobook_female_1",
};

/** Voice, and emotion if the channel sets one (`voice|emotion`); any other name is sent unchanged. */
export function chooseVoice(name: string, channel: ChannelView): { voice: string; emotion?: string } {
  const chosen = asFilledText(channel.plugin.voice?.[name]) ?? defaultVoices[name] ?? name;
  const [voice = "", emotion] = chosen.split("|").map((part) => part.trim());
  return emotion ? { voice, emotion } : { voice };
}
