import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { asFilledText, asObject } from "../kit/read-json.ts";
import { compatibleAccount, readModelList } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleEmbeddings } from "../openai-compatible/embeddings.ts";
import { forwardCalls } from "../openai-compatible/forward-native.ts";
import { isOpenAiReasoningModel } from "../openai-compatible/is-reasoning-model.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { ChannelView, Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

/** GitHub's own address has two roots; channels with Azure's older one have none. */
function path(endpoint: string, { baseUrl }: ChannelView): string {
  if (!baseUrl.includes("models.github.ai")) return endpoint;
  if (endpoint === "/models") return "/catalog/models";
  return baseUrl.endsWith("/inference") ? endpoint : `/inference${endpoint}`;
}

const options: CompatibleOptions = { path, files: false, isReasoningModel: isOpenAiReasoningModel };

/** Azure's older list has `name`, which calls use, and ids that are registry URLs. */
function withoutRegistry(body: unknown): unknown {
  if (!Array.isArray(body)) return body;
  return body.map((entry: unknown) => {
    const model = asObject(entry);
    return asFilledText(model?.id)?.startsWith("azureml:") ? model?.name : entry;
  });
}

/** GitHub Models, with a personal access token. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat: compatibleChat(options),
  embeddings: compatibleEmbeddings(options),
  native: forwardCalls(["openai-embeddings"], options, compatibleNative(options)),
  account: { ...compatibleAccount(options), readModelList: (body) => readModelList(withoutRegistry(body)) },
  readProblem: problemFromStatus,
};
