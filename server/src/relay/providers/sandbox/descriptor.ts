import type { ProviderDescriptor } from "@tollgate/contract/descriptor";

/** Type numbers below 1000 belong to the One API family; this one is Tollgate's own. */
export const descriptor: ProviderDescriptor = {
  type: 1000,
  id: "sandbox",
  label: "Sandbox",
  icon: { text: "SB", color: "#d97706" },
  defaultBaseUrl: "sandbox://local",
  baseUrlHint: {
    en_US: "Not used. The sandbox responds inside the server and calls no network.",
    zh_CN: "无需填写。沙盒在服务器内部返回响应，不访问网络。",
    ja_JP: "使いません。サンドボックスはサーバー内で応答し、外部と通信しません。",
  },
  keyLabel: { en_US: "Key", zh_CN: "密钥", ja_JP: "キー" },
  keyHint: {
    en_US: "The sandbox needs no key. Leave empty.",
    zh_CN: "沙盒不需要密钥，留空即可。",
    ja_JP: "サンドボックスにキーは不要です。空欄のままにします。",
  },
  keyOptional: true,
  fields: [],
  defaultModels: ["sandbox-small", "sandbox-large", "sandbox-thinker"],
  defaultTestModel: "sandbox-small",
  capabilities: ["chat"],
  canListModels: true,
  sandbox: true,
};
