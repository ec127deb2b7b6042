import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 47,
  id: "jina",
  label: "Jina",
  icon: { text: "Ji", color: "#eb6161" },
  defaultBaseUrl: "https://api.jina.ai",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: [
    "jina-reranker-v2-base-multilingual",
    "jina-reranker-m0",
    "jina-embeddings-v3",
    "jina-embeddings-v4",
  ],
  capabilities: ["embeddings", "rerank"],
  canListModels: false,
  consoleUrl: "https://jina.ai/api-dashboard/",
};
