import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 49,
  id: "github",
  label: "GitHub Models",
  icon: { text: "GH", color: "#1f2328" },
  defaultBaseUrl: "https://models.github.ai",
  keyLabel: { en_US: "Access token", zh_CN: "访问令牌", ja_JP: "アクセストークン" },
  keyHint: {
    en_US: "Personal access token with the permission models:read.",
    zh_CN: "具有 models:read 权限的个人访问令牌。",
    ja_JP: "models:read 権限を持つ個人アクセストークン。",
  },
  fields: [],
  defaultModels: ["openai/gpt-4.1", "openai/gpt-4.1-mini", "openai/gpt-4o", "openai/gpt-4o-mini"],
  defaultTestModel: "openai/gpt-4.1-mini",
  capabilities: ["chat", "embeddings"],
  canListModels: true,
  consoleUrl: "https://github.com/settings/tokens",
};
