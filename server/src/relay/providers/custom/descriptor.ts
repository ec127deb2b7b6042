import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 8,
  id: "custom",
  label: "OpenAI-compatible",
  icon: { text: "C", color: "#64748b" },
  baseUrlHint: {
    en_US: "Address of the server; a version segment at its end is kept and not repeated.",
    zh_CN: "服务器地址；若末尾已有版本号，则保留且不再重复添加。",
    ja_JP: "サーバーのアドレス。末尾のバージョンはそのまま使われ、重ねて付けられません。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [
    {
      kind: "text",
      name: "other",
      label: { en_US: "API version", zh_CN: "API 版本", ja_JP: "API バージョン" },
      hint: {
        en_US: "Version segment of the path, v1 if empty; “disable” for none.",
        zh_CN: "路径中的版本段，留空为 v1；填写 disable 表示不使用版本段。",
        ja_JP: "パスのバージョン部分。空なら v1、「disable」なら付けません。",
      },
      placeholder: "v1",
      pattern: "^[A-Za-z0-9._-]*$",
    },
  ],
  defaultModels: [],
  capabilities: ["chat"],
  canListModels: true,
};
