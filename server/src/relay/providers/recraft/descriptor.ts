import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 51,
  id: "recraft",
  label: "Recraft",
  icon: { text: "Re", color: "#1f1f1f" },
  defaultBaseUrl: "https://external.api.recraft.ai",
  keyLabel: { en_US: "API token", zh_CN: "API 令牌", ja_JP: "API トークン" },
  fields: [],
  defaultModels: [
    "recraftv3",
    "recraft20b",
    "recraft_vectorize",
    "recraft_removeBackground",
    "recraft_clarityUpscale",
    "recraft_generativeUpscale",
    "recraft_styles",
  ],
  capabilities: ["images"],
  canListModels: false,
  consoleUrl: "https://app.recraft.ai/profile/api",
};
