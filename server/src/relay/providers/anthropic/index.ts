import { compatibleMessages } from "../anthropic-compatible/chat.ts";
import { compatibleMessagesNative } from "../anthropic-compatible/native.ts";
import { anthropicPaidFields } from "../anthropic-compatible/paid-fields.ts";
import { readProblem } from "../anthropic-compatible/problems.ts";
import type { Provider } from "../provider.ts";
import { account } from "./account.ts";
import { descriptor } from "./descriptor.ts";

/** Anthropic's own Messages API. */
export const provider: Provider = {
  descriptor,
  paidFields: anthropicPaidFields,
  chat: compatibleMessages(),
  native: { ...compatibleMessagesNative(), threads: true },
  account,
  readProblem,
};
