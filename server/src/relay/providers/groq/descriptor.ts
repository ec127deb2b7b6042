import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 31,
  id: "groq",
  label: "Groq",
  icon: { text: "Gq", color: "#f55036" },
  defaultBaseUrl: "https://api.groq.com/openai",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: [
    "openai/gpt-oss-120b",
    "openai/gpt-oss-20b",
    "groq/compound",
    "groq/compound-mini",
    "qwen/qwen3.6-27b",
  ],
  defaultTestModel: "openai/gpt-oss-20b",
  capabilities: ["chat", "speech", "transcription"],
  canListModels: true,
  consoleUrl: "https://console.groq.com/keys",
};
