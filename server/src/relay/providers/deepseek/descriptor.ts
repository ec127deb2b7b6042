import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 28,
  id: "deepseek",
  label: "DeepSeek",
  icon: { text: "DS", color: "#4d6bfe" },
  defaultBaseUrl: "https://api.deepseek.com",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: ["deepseek-v4-pro", "deepseek-flash"],
  defaultTestModel: "deepseek-flash",
  standing: "popular",
  capabilities: ["chat"],
  canListModels: true,
  consoleUrl: "https://platform.deepseek.com/api_keys",
};
