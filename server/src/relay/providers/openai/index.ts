import { problemFromStatus } from "../kit/problem-from-status.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { isOpenAiReasoningModel } from "../openai-compatible/is-reasoning-model.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = { developerRole: true, isReasoningModel: isOpenAiReasoningModel };

/** OpenAI's own API. */
export const provider: Provider = {
  descriptor,
  chat: compatibleChat(options),
  native: compatibleNative(options),
  account: compatibleAccount(options),
  readProblem: problemFromStatus,
};
