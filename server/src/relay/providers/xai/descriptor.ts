import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 56,
  id: "xai",
  label: "xAI",
  icon: { text: "xA", color: "#3f3f46" },
  defaultBaseUrl: "https://api.x.ai",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: [
    "grok-4.6",
    "grok-4.5",
    "grok-4.3",
    "grok-4.20-0309-reasoning",
    "grok-4.20-0309-non-reasoning",
  ],
  defaultTestModel: "grok-4.20-0309-non-reasoning",
  capabilities: ["chat", "images"],
  canListModels: true,
  consoleUrl: "https://console.x.ai",
};
