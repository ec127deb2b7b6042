import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 32,
  id: "bedrock",
  label: "Amazon Bedrock",
  icon: { text: "B", color: "#ed7100" },
  defaultBaseUrl: "https://bedrock-runtime.{region}.amazonaws.com",
  baseUrlHint: {
    en_US: "Leave empty for Amazon's own address; {region} is replaced by the key's region.",
    zh_CN: "留空则使用亚马逊官方地址；{region} 代表密钥中的区域。",
    ja_JP: "空なら Amazon の公式アドレス。{region} はキーのリージョンに置き換わります。",
  },
  keyLabel: { en_US: "Credentials", zh_CN: "凭证", ja_JP: "認証情報" },
  keyHint: {
    en_US:
      "Region with an access key (and its session token, if it has one), or region with a Bedrock API key.",
    zh_CN: "区域加访问密钥（如有会话令牌则附上），或区域加 Bedrock API 密钥。",
    ja_JP: "リージョンとアクセスキー（あればセッショントークンも）、またはリージョンと Bedrock API キー。",
  },
  keyFormat: "Region|AccessKeyID|SecretAccessKey|SessionToken",
  fields: [],
  defaultModels: [
    "global.anthropic.claude-opus-4-6-v1",
    "global.anthropic.claude-sonnet-4-6",
    "global.anthropic.claude-opus-4-5-20251101-v1:0",
    "global.anthropic.claude-sonnet-4-5-20250929-v1:0",
    "global.anthropic.claude-haiku-4-5-20251001-v1:0",
    "global.amazon.nova-2-lite-v1:0",
    "amazon.nova-pro-v1:0",
    "amazon.nova-lite-v1:0",
    "amazon.nova-micro-v1:0",
    "openai.gpt-oss-120b-1:0",
    "amazon.rerank-v1:0",
    "cohere.rerank-v3-5:0",
    "amazon.titan-embed-text-v2:0",
    "cohere.embed-v4:0",
  ],
  defaultTestModel: "amazon.nova-micro-v1:0",
  capabilities: ["chat", "embeddings", "rerank"],
  canListModels: false,
  marksCache: true,
  consoleUrl: "https://console.aws.amazon.com/bedrock",
};
