import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 11,
  id: "palm",
  label: "Google PaLM (retired)",
  icon: { text: "P", color: "#5f6368" },
  defaultBaseUrl: "https://generativelanguage.googleapis.com",
  baseUrlHint: {
    en_US: "Google switched this API off; another server must answer at this address.",
    zh_CN: "Google 已关闭该接口；此地址须由其他服务器提供。",
    ja_JP: "Google はこの API を終了しました。別のサーバーのアドレスが必要です。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [],
  // The vendor has switched its models off.
  defaultModels: [],
  standing: "retired",
  capabilities: ["chat"],
  canListModels: false,
};
