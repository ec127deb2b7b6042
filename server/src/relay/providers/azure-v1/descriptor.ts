import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 55,
  id: "azure-v1",
  label: "Azure OpenAI v1",
  icon: { text: "A1", color: "#2f88d0" },
  baseUrlHint: {
    en_US:
      "URL of the resource, for example https://name.openai.azure.com. Models are the names of its deployments.",
    zh_CN: "资源地址，例如 https://name.openai.azure.com；模型名即部署名。",
    ja_JP: "リソースの URL（例：https://name.openai.azure.com）。モデル名はデプロイ名です。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [
    {
      kind: "text",
      name: "other",
      label: { en_US: "API version", zh_CN: "API 版本", ja_JP: "API バージョン" },
      hint: {
        en_US: "preview or latest. Leave empty for the stable version.",
        zh_CN: "preview 或 latest；留空为稳定版。",
        ja_JP: "preview または latest。空欄なら安定版です。",
      },
      placeholder: "preview",
      pattern: "^[A-Za-z0-9._-]*$",
    },
  ],
  defaultModels: [],
  standing: "popular",
  capabilities: ["chat", "embeddings", "images", "speech", "transcription", "videos"],
  canListModels: true,
  consoleUrl: "https://portal.azure.com",
};
