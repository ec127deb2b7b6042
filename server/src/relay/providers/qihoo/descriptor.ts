import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 19,
  id: "qihoo",
  label: "360",
  icon: { text: "36", color: "#19b955" },
  defaultBaseUrl: "https://ai.360.cn",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: ["360gpt2-pro", "360gpt-pro", "360gpt-turbo", "360zhinao2-o1"],
  defaultTestModel: "360gpt-turbo",
  capabilities: ["chat"],
  canListModels: false,
  consoleUrl: "https://ai.360.com",
};
