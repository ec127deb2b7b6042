import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 18,
  id: "xunfei",
  label: "iFlytek Spark",
  icon: { text: "讯", color: "#0070f0" },
  defaultBaseUrl: "https://spark-api-open.xf-yun.com",
  keyLabel: { en_US: "API password", zh_CN: "APIPassword", ja_JP: "APIPassword" },
  keyHint: {
    en_US: "APIPassword of the HTTP interface, or APPID|APISecret|APIKey.",
    zh_CN: "填写 HTTP 接口的 APIPassword，或 APPID|APISecret|APIKey。",
    ja_JP: "HTTP インターフェースの APIPassword、または APPID|APISecret|APIKey。",
  },
  keyFormat: "APIPassword",
  fields: [
    {
      kind: "switch",
      name: "plugin.protocol.legacy",
      label: { en_US: "WebSocket protocol", zh_CN: "使用 WebSocket 接口", ja_JP: "WebSocket プロトコル" },
      hint: {
        en_US: "Calls the older WebSocket interface. The key must be APPID|APISecret|APIKey.",
        zh_CN: "改为调用旧版 WebSocket 接口，密钥须为 APPID|APISecret|APIKey 格式。",
        ja_JP: "以前の WebSocket インターフェースを呼び出します。キーは APPID|APISecret|APIKey です。",
      },
    },
    {
      kind: "text",
      name: "other",
      label: { en_US: "Model version", zh_CN: "模型版本", ja_JP: "モデルのバージョン" },
      hint: {
        en_US: "Version for models whose name has none, for example v3.5.",
        zh_CN: "模型名称不含版本号时使用的版本，例如 v3.5。",
        ja_JP: "名前にバージョンのないモデルに使う値。例：v3.5。",
      },
      placeholder: "v3.5",
      pattern: "^(v\\d+(\\.\\d+)?)?$",
      showWhen: { field: "plugin.protocol.legacy", in: [true] },
    },
  ],
  defaultModels: ["spark-x", "4.0Ultra", "max-32k", "generalv3.5", "pro-128k", "generalv3", "lite"],
  defaultTestModel: "lite",
  capabilities: ["chat"],
  canListModels: false,
  consoleUrl: "https://console.xfyun.cn/services/bm4",
};
