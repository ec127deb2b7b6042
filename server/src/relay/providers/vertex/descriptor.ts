import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 42,
  id: "vertex",
  label: "Google Vertex AI",
  icon: { text: "V", color: "#1967d2" },
  defaultBaseUrl: "https://aiplatform.googleapis.com",
  baseUrlHint: {
    en_US: "The region is added to the default URL. Any other URL is used unchanged.",
    zh_CN: "默认地址会自动加上区域前缀；其他地址按原样使用。",
    ja_JP: "既定の URL にはリージョンが付きます。ほかの URL はそのまま使います。",
  },
  keyLabel: {
    en_US: "Service account (JSON)",
    zh_CN: "服务账号（JSON）",
    ja_JP: "サービスアカウント（JSON）",
  },
  keyHint: {
    en_US: "The complete key file, on one line.",
    zh_CN: "完整的密钥文件，写成一行。",
    ja_JP: "キーファイル全体を 1 行で入力します。",
  },
  keyFormat: '{"type":"service_account",…}',
  fields: [
    {
      kind: "text",
      name: "other",
      label: { en_US: "Region and project", zh_CN: "区域与项目", ja_JP: "リージョンとプロジェクト" },
      hint: {
        en_US:
          "region|project. Without a project, the key's project is used; without a region, “global”. Separate several regions with commas; each key uses one.",
        zh_CN:
          "区域|项目；省略项目时使用密钥中的项目，省略区域时为 global。多个区域用逗号分隔，每个密钥使用其中一个。",
        ja_JP:
          "リージョン|プロジェクト。プロジェクトがなければキーのもの、リージョンがなければ global。コンマ区切りの複数のリージョンからは、キーごとに 1 つを使います。",
      },
      placeholder: "global|my-project",
      pattern: "^[a-z0-9, -]*(\\|[a-z0-9:.-]*)?$",
    },
  ],
  defaultModels: [
    "gemini-3.8-flash",
    "gemini-3.6-flash",
    "gemini-3.1-pro-preview",
    "gemini-2.5-pro",
    "gemini-2.5-flash",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-sonnet-4-5-20250929",
    "claude-haiku-4-5-20251001",
    "gemini-embedding-001",
    "veo-3.1-generate-001",
    "veo-3.1-fast-generate-001",
    "veo-3.0-generate-001",
    "veo-3.0-fast-generate-001",
  ],
  defaultTestModel: "gemini-2.5-flash",
  capabilities: ["chat", "embeddings", "images", "videos"],
  canListModels: false,
  consoleUrl: "https://console.cloud.google.com/iam-admin/serviceaccounts",
};
