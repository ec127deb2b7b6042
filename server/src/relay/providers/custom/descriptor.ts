import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 8,
  id: "custom",
  label: "OpenAI-compatible",
  icon: { text: "C", color: "#64748b" },
  baseUrlHint: {
    en_US: "URL of the server. A version at its end is kept and not added again.",
    zh_CN: "服务器地址；若末尾已有版本号，则保留且不再重复添加。",
    ja_JP: "サーバーの URL。末尾のバージョンはそのまま使い、重ねて付けません。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  fields: [
    {
      kind: "text",
      name: "other",
      label: { en_US: "API version", zh_CN: "API 版本", ja_JP: "API バージョン" },
      hint: {
        en_US: "Version in the path. Leave empty for v1, or enter “disable” for none.",
        zh_CN: "路径中的版本段，留空为 v1；填写 disable 表示不使用版本段。",
        ja_JP: "パスのバージョン。空欄なら v1、「disable」なら付けません。",
      },
      placeholder: "v1",
      pattern: "^[A-Za-z0-9._-]*$",
    },
    {
      kind: "map",
      name: "plugin.customize",
      label: { en_US: "Endpoint paths", zh_CN: "接口路径", ja_JP: "エンドポイントのパス" },
      hint: {
        en_US:
          "Paths that differ on this server. Endpoints: chat, completions, embeddings, moderations, images, image-edits, image-variations, speech, transcriptions, translations, rerank, realtime, responses and videos. Enter “disable” to turn an endpoint off.",
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
          "Select if the server has /responses. Such requests are forwarded unchanged instead of converted.",
        zh_CN: "服务器提供 /responses 时启用，此类请求将原样转发，不做转换。",
        ja_JP: "サーバーに /responses がある場合に選びます。リクエストを変換せずに転送します。",
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
