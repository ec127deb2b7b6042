import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 37,
  id: "stability",
  label: "Stability AI",
  icon: { text: "St", color: "#330066" },
  defaultBaseUrl: "https://api.stability.ai/v2beta",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  defaultModels: ["stable-image-core", "stable-image-ultra", "sd3.5-large", "sd3.5-medium"],
  capabilities: ["images"],
  canListModels: false,
  consoleUrl: "https://platform.stability.ai/account/keys",
};
