import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 20,
  id: "openrouter",
  label: "OpenRouter",
  icon: { text: "OR", color: "#6467f2" },
  defaultBaseUrl: "https://openrouter.ai/api",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [
    {
      kind: "json",
      name: "plugin.other.provider",
      label: { en_US: "Routing by vendor", zh_CN: "按厂商路由", ja_JP: "ベンダー別ルーティング" },
      hint: {
        en_US:
          'Provider preferences of OpenRouter for the models of each vendor, for example {"anthropic": {"order": ["anthropic"]}}.',
        zh_CN: '按模型厂商设置 OpenRouter 的 provider 偏好，例如 {"anthropic": {"order": ["anthropic"]}}。',
        ja_JP:
          'モデルのベンダーごとの OpenRouter の provider 設定（例 {"anthropic": {"order": ["anthropic"]}}）。',
      },
    },
  ],
  defaultModels: [
    "openai/gpt-6.1-sol",
    "openai/gpt-5.4-mini",
    "anthropic/claude-opus-5",
    "anthropic/claude-sonnet-5",
    "x-ai/grok-4.3",
    "deepseek/deepseek-v4-pro",
    "deepseek/deepseek-v4-flash",
    "moonshotai/kimi-k3",
  ],
  defaultTestModel: "openai/gpt-5.4-mini",
  standing: "popular",
  capabilities: ["chat"],
  canListModels: true,
  consoleUrl: "https://openrouter.ai/settings/keys",
};
