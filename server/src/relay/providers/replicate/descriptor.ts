import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 52,
  id: "replicate",
  label: "Replicate",
  icon: { text: "R", color: "#ea2805" },
  defaultBaseUrl: "https://api.replicate.com",
  keyLabel: { en_US: "API token", zh_CN: "API 令牌", ja_JP: "API トークン" },
  keyHint: {
    en_US: "One token per line; several tokens are used in turn.",
    zh_CN: "每行一个令牌；多个令牌轮流使用。",
    ja_JP: "1 行に 1 つ。複数のトークンは順番に使われます。",
  },
  fields: [],
  defaultModels: [
    "meta/meta-llama-3-70b-instruct",
    "meta/meta-llama-3-8b-instruct",
    "deepseek-ai/deepseek-v3.1",
    "ibm-granite/granite-3.3-8b-instruct",
    "black-forest-labs/flux-schnell",
    "black-forest-labs/flux-1.1-pro",
    "ideogram-ai/ideogram-v3-turbo",
  ],
  defaultTestModel: "meta/meta-llama-3-8b-instruct",
  capabilities: ["chat", "images"],
  canListModels: false,
  consoleUrl: "https://replicate.com/account/api-tokens",
};
