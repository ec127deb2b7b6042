import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 33,
  id: "lingyi",
  label: "01.AI",
  icon: { text: "Yi", color: "#003425" },
  defaultBaseUrl: "https://api.lingyiwanwu.com",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: ["yi-lightning", "yi-vision-v2"],
  defaultTestModel: "yi-lightning",
  capabilities: ["chat"],
  canListModels: false,
  consoleUrl: "https://platform.lingyiwanwu.com/apikeys",
};
