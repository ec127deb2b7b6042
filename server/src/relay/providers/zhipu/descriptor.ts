import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

export const descriptor: ProviderDescriptor = {
  type: 16,
  id: "zhipu",
  label: "Zhipu AI",
  icon: { text: "Z", color: "#3859ff" },
  defaultBaseUrl: "https://open.bigmodel.cn/api/paas/v4",
  baseUrlHint: {
    en_US: "Z.ai: https://api.z.ai/api/paas/v4. Coding plan: …/api/coding/paas/v4.",
    zh_CN: "国际站 Z.ai 请填 https://api.z.ai/api/paas/v4；编程套餐请填 …/api/coding/paas/v4。",
    ja_JP: "Z.ai は https://api.z.ai/api/paas/v4、コーディングプランは …/api/coding/paas/v4 です。",
  },
  keyLabel: { en_US: "API key", zh_CN: "API Key", ja_JP: "API キー" },
  keyFormat: "id.secret",
  fields: [
    {
      kind: "switch",
      name: "plugin.web_search.enable",
      label: { en_US: "Web search", zh_CN: "联网搜索", ja_JP: "ウェブ検索" },
      hint: {
        en_US: "Adds the vendor's web search to every request.",
        zh_CN: "为每次请求附加智谱的联网搜索工具。",
        ja_JP: "すべてのリクエストにウェブ検索ツールを加えます。",
      },
    },
    {
      kind: "text",
      name: "plugin.retrieval.knowledge_id",
      label: { en_US: "Knowledge base", zh_CN: "知识库 ID", ja_JP: "ナレッジベース ID" },
      hint: {
        en_US: "ID of a knowledge base that every request searches.",
        zh_CN: "填写后，每次请求都会检索该知识库。",
        ja_JP: "指定すると、リクエストごとにこのナレッジベースを検索します。",
      },
    },
    {
      kind: "text",
      multiline: true,
      name: "plugin.retrieval.prompt_template",
      label: { en_US: "Knowledge prompt", zh_CN: "知识库提示词模板", ja_JP: "ナレッジ用プロンプト" },
      hint: {
        en_US: "Prompt with {{knowledge}} and {{question}}. Leave empty for the vendor's prompt.",
        zh_CN: "可使用 {{knowledge}} 与 {{question}} 变量，留空则使用平台默认模板。",
        ja_JP: "{{knowledge}} と {{question}} が使えます。空欄ならベンダーの既定値です。",
      },
    },
    {
      kind: "switch",
      name: "plugin.web_browser.enable",
      label: { en_US: "AllTools: browser", zh_CN: "AllTools：网页浏览", ja_JP: "AllTools: ブラウザー" },
    },
    {
      kind: "switch",
      name: "plugin.drawing_tool.enable",
      label: { en_US: "AllTools: drawing", zh_CN: "AllTools：绘图", ja_JP: "AllTools: 描画" },
    },
    {
      kind: "select",
      name: "plugin.code_interpreter.sandbox",
      label: {
        en_US: "AllTools: code interpreter",
        zh_CN: "AllTools：代码解释器",
        ja_JP: "AllTools: コード実行",
      },
      options: [
        { value: "", label: { en_US: "Off", zh_CN: "关闭", ja_JP: "オフ" } },
        {
          value: "auto",
          label: { en_US: "In the sandbox", zh_CN: "使用沙盒执行", ja_JP: "サンドボックスで実行" },
        },
        { value: "none", label: { en_US: "Code only", zh_CN: "仅生成代码", ja_JP: "コードのみ" } },
      ],
    },
    {
      kind: "switch",
      name: "plugin.protocol.legacy",
      label: { en_US: "Sign with a JWT", zh_CN: "使用 JWT 鉴权", ja_JP: "JWT で署名" },
      hint: {
        en_US: "Sends a signed token instead of the key. The key must be id.secret.",
        zh_CN: "发送由密钥签发的令牌而非密钥本身，密钥须为 id.secret 格式。",
        ja_JP: "キーそのものではなく署名付きトークンを送ります。キーは id.secret です。",
      },
    },
  ],
  defaultModels: [
    "glm-5.3",
    "glm-5.3-flash",
    "glm-5.2",
    "glm-5v-turbo",
    "glm-4.7",
    "glm-4.7-flash",
    "glm-4.6",
    "glm-4.6v",
    "glm-4.5-air",
    "embedding-3",
    "glm-image",
    "cogview-4-250304",
    "cogvideox-3",
    "viduq1-text",
  ],
  defaultTestModel: "glm-4.7-flash",
  capabilities: ["chat", "embeddings", "images", "videos"],
  canListModels: true,
  consoleUrl: "https://bigmodel.cn/usercenter/proj-mgmt/apikeys",
};
