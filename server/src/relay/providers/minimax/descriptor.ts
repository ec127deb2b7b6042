import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { FormField } from "@tollgate/contract/form-field";
import { defaultVoices } from "./voices.ts";

/** One field for each of OpenAI's voices. */
const voiceFields: FormField[] = Object.entries(defaultVoices).map(([name, usual]) => ({
  kind: "text",
  name: `plugin.voice.${name}`,
  label: { en_US: `Voice for ${name}`, zh_CN: `${name} 对应音色`, ja_JP: `${name} の音声` },
  hint: {
    en_US: "Voice ID, or voice|emotion.",
    zh_CN: "填写音色 ID，或“音色 ID|情绪”。",
    ja_JP: "音声 ID、または「音声 ID|感情」。",
  },
  placeholder: usual,
}));

export const descriptor: ProviderDescriptor = {
  type: 27,
  id: "minimax",
  label: "MiniMax",
  icon: { text: "M", color: "#f23f5d" },
  defaultBaseUrl: "https://api.minimaxi.com",
  baseUrlHint: {
    en_US: "Outside mainland China: https://api.minimax.io.",
    zh_CN: "国际站请填 https://api.minimax.io。",
    ja_JP: "中国本土以外では https://api.minimax.io を使います。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API Key", ja_JP: "API キー" },
  fields: [
    {
      kind: "switch",
      name: "plugin.protocol.legacy",
      label: { en_US: "Older protocol", zh_CN: "使用旧版对话接口", ja_JP: "旧プロトコル" },
      hint: {
        en_US: "Calls chatcompletion_v2, which sends tool parameters as text.",
        zh_CN: "改为调用 chatcompletion_v2，工具参数以字符串形式发送。",
        ja_JP: "chatcompletion_v2 を呼び出します。ツールのパラメーターは文字列で送られます。",
      },
    },
    {
      kind: "text",
      name: "other",
      label: { en_US: "Group ID", zh_CN: "Group ID", ja_JP: "グループ ID" },
      hint: {
        en_US: "Only for older speech keys. Sent as GroupId.",
        zh_CN: "仅旧版语音密钥需要，作为 GroupId 参数发送。",
        ja_JP: "以前の音声用キーでのみ必要で、GroupId として送られます。",
      },
    },
    ...voiceFields,
  ],
  defaultModels: [
    "MiniMax-M3",
    "MiniMax-M2.7",
    "MiniMax-M2.7-highspeed",
    "MiniMax-M2.5",
    "MiniMax-M2.5-highspeed",
    "speech-2.8-hd",
    "speech-2.8-turbo",
    "speech-2.6-hd",
    "speech-2.6-turbo",
    "MiniMax-Hailuo-2.3",
    "MiniMax-Hailuo-2.3-Fast",
    "MiniMax-Hailuo-02",
  ],
  defaultTestModel: "MiniMax-M2.7",
  capabilities: ["chat", "speech", "videos"],
  canListModels: true,
  consoleUrl: "https://platform.minimaxi.com/user-center/basic-information/interface-key",
};
