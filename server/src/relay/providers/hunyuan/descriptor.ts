import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 40,
  id: "hunyuan",
  label: "Tencent Hunyuan",
  icon: { text: "混", color: "#0053e0" },
  defaultBaseUrl: "https://api.hunyuan.cloud.tencent.com",
  baseUrlHint: {
    en_US: "For keys of TokenHub: https://tokenhub.tencentmaas.com.",
    zh_CN: "使用 TokenHub 的 API Key 时请填 https://tokenhub.tencentmaas.com。",
    ja_JP: "TokenHub のキーでは https://tokenhub.tencentmaas.com を使います。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API Key", ja_JP: "API キー" },
  keyHint: {
    en_US: "API key. A SecretId|SecretKey pair uses Tencent Cloud's own protocol.",
    zh_CN: "填写混元 API Key。若填写 SecretId|SecretKey，将自动使用腾讯云 API 3.0 接口。",
    ja_JP: "API キー。SecretId|SecretKey の組では Tencent Cloud 独自のプロトコルで呼び出します。",
  },
  keyFormat: "sk-…",
  fields: [
    {
      kind: "switch",
      name: "plugin.protocol.legacy",
      label: {
        en_US: "Tencent Cloud protocol",
        zh_CN: "使用腾讯云 API 3.0 接口",
        ja_JP: "Tencent Cloud プロトコル",
      },
      hint: {
        en_US: "Calls ChatCompletions of Tencent Cloud API 3.0. The key must be SecretId|SecretKey.",
        zh_CN: "调用云 API 3.0 的 ChatCompletions，密钥须为 SecretId|SecretKey 格式。",
        ja_JP: "Tencent Cloud API 3.0 の ChatCompletions を呼び出します。キーは SecretId|SecretKey です。",
      },
    },
  ],
  defaultModels: [
    "hunyuan-turbos-latest",
    "hunyuan-t1-latest",
    "hunyuan-2.0-thinking-20251109",
    "hunyuan-2.0-instruct-20251111",
    "hunyuan-lite",
    "hunyuan-role-latest",
    "hunyuan-vision-1.5-instruct",
  ],
  defaultTestModel: "hunyuan-lite",
  capabilities: ["chat"],
  canListModels: false,
  consoleUrl: "https://console.cloud.tencent.com/hunyuan",
};
