import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 29,
  id: "moonshot",
  label: "Moonshot",
  icon: { text: "Ki", color: "#16191e" },
  defaultBaseUrl: "https://api.moonshot.cn",
  baseUrlHint: {
    en_US: "https://api.moonshot.cn for accounts in mainland China, https://api.moonshot.ai for all others.",
    zh_CN: "中国大陆账号使用 https://api.moonshot.cn，其余使用 https://api.moonshot.ai。",
    ja_JP: "中国本土のアカウントは https://api.moonshot.cn、それ以外は https://api.moonshot.ai です。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: [
    "kimi-k3.1-pro",
    "kimi-k3",
    "kimi-k2.7-code",
    "kimi-k2.6",
    "moonshot-v1-128k",
    "moonshot-v1-32k",
    "moonshot-v1-8k",
  ],
  defaultTestModel: "kimi-k2.6",
  standing: "popular",
  capabilities: ["chat"],
  canListModels: true,
  consoleUrl: "https://platform.moonshot.cn/console/api-keys",
};
