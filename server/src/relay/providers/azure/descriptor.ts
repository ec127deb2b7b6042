import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 3,
  id: "azure",
  label: "Azure OpenAI",
  icon: { text: "Az", color: "#0067b8" },
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
        en_US: "Date of the API version. Leave empty for 2024-05-01-preview.",
        zh_CN: "API 的日期版本，留空为 2024-05-01-preview。",
        ja_JP: "API バージョンの日付。空欄なら 2024-05-01-preview です。",
      },
      placeholder: "2024-05-01-preview",
      pattern: "^[A-Za-z0-9._-]*$",
    },
  ],
  defaultModels: [],
  capabilities: ["chat", "embeddings", "images", "speech", "transcription"],
  canListModels: true,
  consoleUrl: "https://portal.azure.com",
};
