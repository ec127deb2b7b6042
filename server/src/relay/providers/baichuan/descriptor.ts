import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 26,
  id: "baichuan",
  label: "Baichuan",
  icon: { text: "Bc", color: "#ff6933" },
  defaultBaseUrl: "https://api.baichuan-ai.com",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: ["Baichuan4-Turbo", "Baichuan4-Air", "Baichuan4", "Baichuan3-Turbo"],
  defaultTestModel: "Baichuan4-Air",
  capabilities: ["chat", "embeddings"],
  canListModels: false,
  consoleUrl: "https://platform.baichuan-ai.com/console/apikey",
};
