import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 38,
  id: "coze",
  label: "Coze",
  icon: { text: "C", color: "#4d53e8" },
  defaultBaseUrl: "https://api.coze.com",
  baseUrlHint: {
    en_US: "Mainland China: https://api.coze.cn. Models are named coze-{bot id}.",
    zh_CN: "国内版扣子请填 https://api.coze.cn。模型名称为 coze-{智能体 ID}，可通过模型重定向设置别名。",
    ja_JP: "中国本土では https://api.coze.cn を使います。モデル名は coze-{ボット ID} です。",
  },
  keyLabel: { en_US: "Personal access token", zh_CN: "个人访问令牌", ja_JP: "個人アクセストークン" },
  keyFormat: "pat_…",
  fields: [
    {
      kind: "switch",
      name: "plugin.protocol.legacy",
      label: { en_US: "Older protocol (v2)", zh_CN: "使用旧版 v2 接口", ja_JP: "旧プロトコル（v2）" },
      hint: {
        en_US: "Calls /open_api/v2/chat instead of /v3/chat.",
        zh_CN: "改为调用 /open_api/v2/chat，默认使用 /v3/chat。",
        ja_JP: "/v3/chat ではなく /open_api/v2/chat を呼び出します。",
      },
    },
  ],
  defaultModels: [],
  capabilities: ["chat"],
  canListModels: false,
  consoleUrl: "https://www.coze.com/open/oauth/pats",
};
