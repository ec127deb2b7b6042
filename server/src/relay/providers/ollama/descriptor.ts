import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 39,
  id: "ollama",
  label: "Ollama",
  icon: { text: "OL", color: "#171717" },
  defaultBaseUrl: "https://ollama.com",
  baseUrlHint: {
    en_US: "URL of your own server, for example http://host:11434. Leave empty for Ollama's cloud.",
    zh_CN: "自建服务器地址，例如 http://host:11434；留空则使用 Ollama 云服务。",
    ja_JP: "自分のサーバーの URL（例：http://host:11434）。空欄なら Ollama のクラウドを使います。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
  keyHint: {
    en_US: "Required for Ollama's cloud. Leave empty for your own server.",
    zh_CN: "使用 Ollama 云服务时必填；自建服务器可留空。",
    ja_JP: "Ollama のクラウドでは必須です。自分のサーバーなら空欄のままで構いません。",
  },
  keyOptional: true,
  fields: [
    {
      kind: "map",
      name: "plugin.headers",
      label: { en_US: "Extra headers", zh_CN: "附加请求头", ja_JP: "追加ヘッダー" },
      hint: {
        en_US:
          "Sent with every request, for example CF-Access-Client-Id for a server behind Cloudflare Access.",
        zh_CN: "随每个请求发送，例如 Cloudflare Access 之后的服务器所需的 CF-Access-Client-Id。",
        ja_JP: "すべてのリクエストに付きます。例：Cloudflare Access の背後なら CF-Access-Client-Id。",
      },
      keyLabel: { en_US: "Name", zh_CN: "名称", ja_JP: "名前" },
      valueLabel: { en_US: "Value", zh_CN: "值", ja_JP: "値" },
    },
    {
      kind: "switch",
      name: "plugin.use_openai_api.enable",
      label: {
        en_US: "Forward OpenAI requests",
        zh_CN: "原样转发 OpenAI 请求",
        ja_JP: "OpenAI のリクエストをそのまま転送",
      },
      hint: {
        en_US:
          "Chat Completions requests go to the server's OpenAI endpoint unchanged. Other formats are converted.",
        zh_CN: "Chat Completions 请求原样转发到服务器自带的 OpenAI 接口；其他格式仍然转换。",
        ja_JP:
          "Chat Completions はサーバー自身の OpenAI エンドポイントへそのまま送られます。他の形式は従来どおり変換されます。",
      },
    },
  ],
  defaultModels: [
    "gpt-oss:20b-cloud",
    "gpt-oss:120b-cloud",
    "deepseek-v3.1:671b-cloud",
    "qwen3-coder:480b-cloud",
    "kimi-k2:1t-cloud",
    "glm-4.6:cloud",
  ],
  defaultTestModel: "gpt-oss:20b-cloud",
  ownModels: true,
  standing: "popular",
  capabilities: ["chat", "embeddings"],
  canListModels: true,
  consoleUrl: "https://ollama.com/settings/keys",
};
