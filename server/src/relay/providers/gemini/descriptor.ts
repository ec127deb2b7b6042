import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 25,
  id: "gemini",
  label: "Google Gemini",
  icon: { text: "G", color: "#1a73e8" },
  defaultBaseUrl: "https://generativelanguage.googleapis.com",
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  keyHint: {
    en_US: "One key per line. Requests rotate through the keys.",
    zh_CN: "每行一个密钥，多个密钥轮询使用。",
    ja_JP: "1 行に 1 つ。複数のキーは順番に使われます。",
  },
  fields: [
    {
      kind: "text",
      name: "other",
      label: { en_US: "API version", zh_CN: "API 版本", ja_JP: "API バージョン" },
      hint: {
        en_US: "Used for converted requests. Requests in Gemini's own format keep the version in their path.",
        zh_CN: "用于转换后的请求；Gemini 原生格式的请求沿用其路径中的版本。",
        ja_JP: "変換したリクエストに使います。Gemini 形式のリクエストはパスのバージョンを保ちます。",
      },
      placeholder: "v1beta",
      pattern: "^(v\\d+[a-z0-9]*)?$",
    },
    {
      kind: "switch",
      name: "plugin.code_execution.enable",
      label: { en_US: "Code execution", zh_CN: "代码执行", ja_JP: "コード実行" },
      hint: {
        en_US: "Lets the model run its own code in every converted request.",
        zh_CN: "在所有转换后的请求中允许模型运行自己的代码。",
        ja_JP: "変換したすべてのリクエストで、モデルがコードを実行できます。",
      },
    },
    {
      kind: "switch",
      name: "plugin.use_openai_api.enable",
      label: { en_US: "OpenAI-compatible API", zh_CN: "OpenAI 兼容接口", ja_JP: "OpenAI 互換 API" },
      hint: {
        en_US:
          "Sends chat requests to Google's OpenAI-compatible endpoint. Requests in Gemini's own format are converted.",
        zh_CN: "将聊天请求发送到 Google 的 OpenAI 兼容接口；Gemini 原生格式的请求将被转换。",
        ja_JP:
          "チャットのリクエストを Google の OpenAI 互換エンドポイントへ送ります。Gemini 形式のリクエストは変換されます。",
      },
    },
  ],
  defaultModels: [
    "gemini-3.8-flash",
    "gemini-3.6-flash",
    "gemini-3.5-flash",
    "gemini-3.1-pro-preview",
    "gemini-3.1-flash-lite",
    "gemini-2.5-pro",
    "gemini-2.5-flash",
    "gemini-2.5-flash-lite",
    "gemini-2.5-flash-image",
    "gemini-embedding-001",
    "veo-3.1-generate-preview",
    "veo-3.1-fast-generate-preview",
    "veo-3.1-lite-generate-preview",
  ],
  defaultTestModel: "gemini-3.1-flash-lite",
  standing: "popular",
  capabilities: ["chat", "embeddings", "images", "videos"],
  canListModels: true,
  consoleUrl: "https://aistudio.google.com/apikey",
};
