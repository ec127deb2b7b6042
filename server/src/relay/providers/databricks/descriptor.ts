import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 54,
  id: "databricks",
  label: "Azure Databricks",
  icon: { text: "Db", color: "#ff3621" },
  baseUrlHint: {
    en_US: "URL of the workspace. Models are the names of its serving endpoints.",
    zh_CN: "工作区地址；模型名即 serving endpoint 的名称。",
    ja_JP: "ワークスペースの URL。モデル名はサービングエンドポイントの名前です。",
  },
  keyLabel: { en_US: "Access token", zh_CN: "访问令牌", ja_JP: "アクセストークン" },
  fields: [],
  defaultModels: [
    "databricks-claude-sonnet-4-6",
    "databricks-gpt-oss-120b",
    "databricks-meta-llama-3-3-70b-instruct",
  ],
  defaultTestModel: "databricks-meta-llama-3-3-70b-instruct",
  capabilities: ["chat"],
  canListModels: false,
  consoleUrl: "https://accounts.azuredatabricks.net",
};
