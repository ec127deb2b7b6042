import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 17,
  id: "ali",
  label: "Alibaba Cloud Model Studio",
  icon: { text: "Q", color: "#615ced" },
  defaultBaseUrl: "https://dashscope.aliyuncs.com",
  baseUrlHint: {
    en_US: "Outside mainland China: https://dashscope-intl.aliyuncs.com, or the address of your workspace.",
    zh_CN: "国际站请填 https://dashscope-intl.aliyuncs.com，也可填业务空间的专属地址。",
    ja_JP: "中国本土以外では https://dashscope-intl.aliyuncs.com、またはワークスペースのアドレスを使います。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API Key", ja_JP: "API キー" },
  keyFormat: "sk-…",
  fields: [
    {
      kind: "switch",
      name: "plugin.web_search.enable",
      label: { en_US: "Web search", zh_CN: "联网搜索", ja_JP: "ウェブ検索" },
      hint: {
        en_US: "Lets Qwen models search the web in every call.",
        zh_CN: "开启后，千问系列模型的每次调用都可联网搜索。",
        ja_JP: "Qwen モデルが毎回ウェブを検索できるようにします。",
      },
    },
    {
      kind: "switch",
      name: "plugin.protocol.legacy",
      label: { en_US: "DashScope protocol", zh_CN: "使用 DashScope 原生协议", ja_JP: "DashScope プロトコル" },
      hint: {
        en_US: "Calls DashScope's own API instead of the OpenAI-compatible one.",
        zh_CN: "改为调用 DashScope 原生接口，默认使用 OpenAI 兼容接口。",
        ja_JP: "OpenAI 互換 API ではなく DashScope 独自の API を呼び出します。",
      },
    },
    {
      kind: "text",
      name: "other",
      label: { en_US: "DashScope plug-ins", zh_CN: "插件参数", ja_JP: "DashScope プラグイン" },
      hint: {
        en_US: "Sent as X-DashScope-Plugin.",
        zh_CN: "作为请求头 X-DashScope-Plugin 发送。",
        ja_JP: "X-DashScope-Plugin ヘッダーとして送られます。",
      },
      showWhen: { field: "plugin.protocol.legacy", in: [true] },
    },
  ],
  defaultModels: [
    "qwen3.7-max",
    "qwen3.7-plus",
    "qwen3.6-plus",
    "qwen3.6-flash",
    "qwen3-max",
    "qwen-plus",
    "qwen-flash",
    "qwen3-vl-plus",
    "qwen3-coder-plus",
    "text-embedding-v4",
  ],
  defaultTestModel: "qwen-flash",
  standing: "popular",
  capabilities: ["chat", "embeddings"],
  canListModels: true,
  consoleUrl: "https://bailian.console.aliyun.com/",
};
