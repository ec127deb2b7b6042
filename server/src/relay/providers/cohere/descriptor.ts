import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 36,
  id: "cohere",
  label: "Cohere",
  icon: { text: "CO", color: "#39594d" },
  defaultBaseUrl: "https://api.cohere.ai",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  keyHint: {
    en_US: "One key per line. Requests rotate through the keys.",
    zh_CN: "每行一个密钥，多个密钥轮询使用。",
    ja_JP: "1 行に 1 つ。複数のキーは順番に使われます。",
  },
  fields: [],
  defaultModels: [
    "command-a-03-2025",
    "command-a-reasoning-08-2025",
    "command-a-vision-07-2025",
    "command-r-plus-08-2024",
    "command-r-08-2024",
    "command-r7b-12-2024",
    "embed-v4.0",
    "embed-multilingual-v3.0",
    "rerank-v4.0-pro",
    "rerank-v3.5",
  ],
  defaultTestModel: "command-r7b-12-2024",
  capabilities: ["chat", "embeddings", "rerank"],
  canListModels: true,
  consoleUrl: "https://dashboard.cohere.com/api-keys",
};
