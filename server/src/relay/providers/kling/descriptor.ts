import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 53,
  id: "kling",
  label: "Kling AI",
  icon: { text: "K", color: "#0b7a75" },
  defaultBaseUrl: "https://api.klingai.com",
  baseUrlHint: {
    en_US:
      "Newer accounts: https://api-singapore.klingai.com; in mainland China https://api-beijing.klingai.com.",
    zh_CN: "新账号国际站请填 https://api-singapore.klingai.com，国内站请填 https://api-beijing.klingai.com。",
    ja_JP:
      "新しいアカウントでは https://api-singapore.klingai.com、中国本土では https://api-beijing.klingai.com を使います。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  keyHint: {
    en_US: "Access key and secret key, joined by |. A key without | is sent unchanged.",
    zh_CN: "Access Key 与 Secret Key，用 | 连接；不含 | 的密钥将原样发送。",
    ja_JP: "アクセスキーとシークレットキーを | でつなぎます。| のないキーはそのまま送られます。",
  },
  keyFormat: "accessKey|secretKey",
  fields: [],
  defaultModels: [
    "kling-video_kling-v1_std_5",
    "kling-video_kling-v1_std_10",
    "kling-video_kling-v1_pro_5",
    "kling-video_kling-v1_pro_10",
    "kling-video_kling-v1-6_std_5",
    "kling-video_kling-v1-6_std_10",
    "kling-video_kling-v1-6_pro_5",
    "kling-video_kling-v1-6_pro_10",
    "kling-video_kling-v2-1_std_5",
    "kling-video_kling-v2-1_std_10",
    "kling-video_kling-v2-1_pro_5",
    "kling-video_kling-v2-1_pro_10",
    "kling-video_kling-v2-5-turbo_std_5",
    "kling-video_kling-v2-5-turbo_std_10",
    "kling-video_kling-v2-5-turbo_pro_5",
    "kling-video_kling-v2-5-turbo_pro_10",
    "kling-video_kling-v2-6_pro_5",
    "kling-video_kling-v2-6_pro_10",
  ],
  defaultTestModel: "kling-video_kling-v1_std_5",
  capabilities: ["videos"],
  canListModels: false,
  consoleUrl: "https://app.klingai.com/global/dev/api-key",
};
