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
    {
      kind: "map",
      name: "plugin.customize",
      label: { en_US: "Paths of endpoints", zh_CN: "接口路径", ja_JP: "エンドポイントのパス" },
      hint: {
        en_US:
          "Where this server differs: chat, completions, embeddings, moderations, images, image-edits, image-variations, speech, transcriptions, translations, rerank, realtime, responses or videos, and its path; “disable” switches it off.",
        zh_CN:
          "与默认路径不同的接口：chat、completions、embeddings、moderations、images、image-edits、image-variations、speech、transcriptions、translations、rerank、realtime、responses 或 videos 及其路径；填写 disable 表示关闭。",
        ja_JP:
          "既定と異なるもの：chat、completions、embeddings、moderations、images、image-edits、image-variations、speech、transcriptions、translations、rerank、realtime、responses、videos とそのパス。「disable」なら使いません。",
      },
      keyLabel: { en_US: "Endpoint", zh_CN: "接口", ja_JP: "エンドポイント" },
      valueLabel: { en_US: "Path", zh_CN: "路径", ja_JP: "パス" },
    },
    {
      kind: "switch",
      name: "plugin.responses.enable",
      label: { en_US: "Responses API", zh_CN: "Responses 接口", ja_JP: "Responses API" },
      hint: {
        en_US:
          "The server has /responses: such calls are passed on as they come instead of being translated.",
        zh_CN: "该服务器提供 /responses：此类请求将原样转发而不做转换。",
        ja_JP: "サーバーに /responses があります。変換せずにそのまま渡します。",
      },
    },
  ],
  defaultModels: [],
  standing: "popular",
  capabilities: [
    "chat",
    "embeddings",
    "images",
    "speech",
    "transcription",
    "rerank",
    "moderations",
    "videos",
  ],
  canListModels: true,
};
