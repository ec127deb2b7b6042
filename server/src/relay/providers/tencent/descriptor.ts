import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 23,
  id: "tencent",
  label: "Tencent Hunyuan (first API)",
  icon: { text: "T", color: "#006eff" },
  defaultBaseUrl: "https://hunyuan.cloud.tencent.com",
  baseUrlHint: {
    en_US: "Tencent's first API, for existing contracts. For new channels, choose Tencent Hunyuan.",
    zh_CN: "腾讯混元早期接口，仅供存量用户使用；新建渠道请选择“腾讯混元”。",
    ja_JP: "Tencent の初期 API で、既存の契約向けです。新しいチャネルには Tencent Hunyuan を選んでください。",
  },
  keyLabel: { en_US: "Key", zh_CN: "密钥", ja_JP: "キー" },
  keyFormat: "AppId|SecretId|SecretKey",
  fields: [],
  // The vendor has shut its models down.
  defaultModels: [],
  standing: "retired",
  capabilities: ["chat"],
  canListModels: false,
  consoleUrl: "https://console.cloud.tencent.com/hunyuan",
};
