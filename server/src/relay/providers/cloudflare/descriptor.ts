import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 35,
  id: "cloudflare",
  label: "Cloudflare Workers AI",
  icon: { text: "CF", color: "#f38020" },
  defaultBaseUrl: "https://api.cloudflare.com",
  baseUrlHint: {
    en_US: "Or an AI Gateway: https://gateway.ai.cloudflare.com/v1/{account}/{gateway}/workers-ai.",
    zh_CN: "也可填 AI Gateway 地址：https://gateway.ai.cloudflare.com/v1/{账户}/{网关}/workers-ai。",
    ja_JP:
      "AI Gateway も使えます：https://gateway.ai.cloudflare.com/v1/{アカウント}/{ゲートウェイ}/workers-ai。",
  },
  keyLabel: {
    en_US: "Account and API token",
    zh_CN: "账户 ID 与 API 令牌",
    ja_JP: "アカウント ID と API トークン",
  },
  keyFormat: "AccountID|APIToken",
  fields: [
    {
      kind: "switch",
      name: "plugin.protocol.legacy",
      label: { en_US: "Run protocol", zh_CN: "使用 /ai/run 原生接口", ja_JP: "run プロトコル" },
      hint: {
        en_US: "Calls /ai/run/{model} instead of the OpenAI-compatible API.",
        zh_CN: "改为调用 /ai/run/{模型}，默认使用 OpenAI 兼容接口。",
        ja_JP: "OpenAI 互換 API ではなく /ai/run/{モデル} を呼び出します。",
      },
    },
  ],
  defaultModels: [
    "@cf/openai/gpt-oss-120b",
    "@cf/openai/gpt-oss-20b",
    "@cf/meta/llama-4-scout-17b-16e-instruct",
    "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
    "@cf/meta/llama-3.1-8b-instruct-fp8",
    "@cf/google/gemma-3-12b-it",
    "@cf/qwen/qwen3-30b-a3b-fp8",
    "@cf/mistralai/mistral-small-3.1-24b-instruct",
    "@cf/black-forest-labs/flux-1-schnell",
    "@cf/openai/whisper-large-v3-turbo",
  ],
  defaultTestModel: "@cf/meta/llama-3.1-8b-instruct-fp8",
  capabilities: ["chat", "images", "transcription"],
  canListModels: true,
  consoleUrl: "https://dash.cloudflare.com/?to=/:account/ai/workers-ai",
};
