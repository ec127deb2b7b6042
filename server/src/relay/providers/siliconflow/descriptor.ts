import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 45,
  id: "siliconflow",
  label: "SiliconFlow",
  icon: { text: "SF", color: "#7c3aed" },
  defaultBaseUrl: "https://api.siliconflow.cn",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: [
    "deepseek-ai/DeepSeek-V4-Flash",
    "Pro/deepseek-ai/DeepSeek-V4",
    "Pro/zai-org/GLM-5.2",
    "Qwen/Qwen3-32B",
    "Qwen/Qwen3-8B",
  ],
  defaultTestModel: "Qwen/Qwen3-8B",
  capabilities: ["chat", "embeddings", "speech", "transcription", "rerank"],
  canListModels: true,
  consoleUrl: "https://cloud.siliconflow.cn/account/ak",
};
