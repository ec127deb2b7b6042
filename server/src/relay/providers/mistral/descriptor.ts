import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 30,
  id: "mistral",
  label: "Mistral",
  icon: { text: "Mi", color: "#fa520f" },
  defaultBaseUrl: "https://api.mistral.ai",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: [
    "mistral-large-latest",
    "mistral-medium-latest",
    "mistral-small-latest",
    "magistral-medium-latest",
    "magistral-small-latest",
    "codestral-latest",
    "ministral-8b-latest",
    "ministral-3b-latest",
  ],
  defaultTestModel: "mistral-small-latest",
  capabilities: ["chat", "embeddings", "transcription"],
  canListModels: true,
  consoleUrl: "https://console.mistral.ai/api-keys",
};
