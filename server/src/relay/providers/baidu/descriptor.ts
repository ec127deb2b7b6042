import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 15,
  id: "baidu",
  label: "Baidu Qianfan",
  icon: { text: "千", color: "#2932e1" },
  defaultBaseUrl: "https://qianfan.baidubce.com",
  keyLabel: { en_US: "API key", zh_CN: "API Key", ja_JP: "API キー" },
  keyHint: {
    en_US: "Qianfan key (bce-v3/…). An older APIKey|SecretKey pair uses the older protocol.",
    zh_CN: "填写千帆 API Key（bce-v3/…）。若填写旧版 APIKey|SecretKey，将自动使用旧版接口。",
    ja_JP: "千帆の API キー（bce-v3/…）。以前の APIKey|SecretKey の組では旧プロトコルで呼び出します。",
  },
  keyFormat: "bce-v3/…",
  fields: [
    {
      kind: "switch",
      name: "plugin.use_openai_api.enable",
      label: {
        en_US: "Always OpenAI-compatible",
        zh_CN: "始终使用 OpenAI 兼容接口",
        ja_JP: "常に OpenAI 互換",
      },
      hint: {
        en_US: "Uses the compatible API (v2) with every key.",
        zh_CN: "无论密钥为何种格式，均使用 OpenAI 兼容接口（v2）。",
        ja_JP: "キーの形式にかかわらず互換 API（v2）を使います。",
      },
    },
    {
      kind: "switch",
      name: "plugin.protocol.legacy",
      label: { en_US: "Older protocol", zh_CN: "使用旧版文心接口", ja_JP: "旧プロトコル" },
      hint: {
        en_US: "Calls the API before v2 (wenxinworkshop). The key must be APIKey|SecretKey.",
        zh_CN: "调用 v2 之前的 wenxinworkshop 接口，密钥须为 APIKey|SecretKey 格式。",
        ja_JP: "v2 より前の API（wenxinworkshop）を呼び出します。キーは APIKey|SecretKey です。",
      },
    },
  ],
  defaultModels: [
    "ernie-5.1",
    "ernie-5.0",
    "ernie-5.0-thinking-preview",
    "ernie-x1.1-preview",
    "ernie-4.5-turbo-128k",
    "ernie-4.5-turbo-32k",
    "ernie-4.5-turbo-vl",
    "ernie-speed-pro-128k",
    "ernie-lite-pro-128k",
    "embedding-v1",
    "bge-large-zh",
  ],
  defaultTestModel: "ernie-4.5-turbo-32k",
  capabilities: ["chat", "embeddings"],
  canListModels: true,
  consoleUrl: "https://console.bce.baidu.com/qianfan/overview",
};
