import { noPaidFields } from "../../canonical/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import { compatibleChat } from "../openai-compatible/chat.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { CompatibleOptions } from "../openai-compatible/options.ts";
import type { Provider } from "../provider.ts";
import { answerLocally } from "./answer-locally.ts";
import { descriptor } from "./descriptor.ts";

const options: CompatibleOptions = { reasoningInput: "reasoning_content", cacheMarks: true, topK: true };

/** An upstream inside this process, for the demo, the tests and a first try without a key. */
export const provider: Provider = {
  descriptor,
  paidFields: noPaidFields,
  chat: compatibleChat(options),
  native: compatibleNative(options),
  account: compatibleAccount(options),
  local: answerLocally,
  readProblem: problemFromStatus,
};
