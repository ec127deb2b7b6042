import type { ProviderDescriptor } from "@tollgate/contract/descriptor";
import type { FormField } from "@tollgate/contract/form-field";
import { standardVoices } from "./choose-voice.ts";

const voiceFields: FormField[] = Object.entries(standardVoices).map(([name, voice]) => ({
  kind: "text",
  name: `plugin.voice.${name}`,
  label: { en_US: `Voice “${name}”`, zh_CN: `语音 ${name}`, ja_JP: `音声“${name}”` },
  hint: {
    en_US: "Voice name, optionally followed by “|” and a role.",
    zh_CN: "语音名称；可用“|”附加角色。",
    ja_JP: "音声の名前。「|」の後に役割を付けられます。",
  },
  placeholder: voice,
}));

export const descriptor: ProviderDescriptor = {
  type: 24,
  id: "azure-speech",
  label: "Azure Speech",
  icon: { text: "AS", color: "#0078d4" },
  baseUrlHint: {
    en_US: "Leave empty to use the region's URL.",
    zh_CN: "留空时由区域决定地址。",
    ja_JP: "空欄ならリージョンから決まります。",
  },
  keyLabel: { en_US: "Speech key", zh_CN: "语音密钥", ja_JP: "Speech キー" },
  fields: [
    {
      kind: "text",
      name: "other",
      label: { en_US: "Region", zh_CN: "区域", ja_JP: "リージョン" },
      placeholder: "eastasia",
      pattern: "^[a-z0-9-]*$",
    },
    ...voiceFields,
  ],
  defaultModels: ["tts-1", "tts-1-hd"],
  capabilities: ["speech"],
  canListModels: false,
  consoleUrl: "https://portal.azure.com/",
};
