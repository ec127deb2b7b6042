import type { Provider } from "../provider.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
export const provider: Provider = {
  descriptor: {
    type: 14,
    id: "anthropic",
    label: "Anthropic",
    icon: { text: "A", color: "#d97757" },
    defaultBaseUrl: "https://api.anthropic.com",
    keyLabel: { en_US: "API key", zh_CN: "API 密钥", ja_JP: "API キー" },
    fields: [],
    defaultModels: [],
    capabilities: ["chat"],
    canListModels: true,
  },
  readProblem: problemFromStatus,
};
