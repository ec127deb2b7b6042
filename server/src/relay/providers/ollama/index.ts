import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { isSwitchedOn } from "../kit/is-switched-on.ts";
import { compatibleNative } from "../openai-compatible/native.ts";
import type { NativeCapability, Provider } from "../provider.ts";
import { account } from "./account.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { authorize } from "./headers.ts";
import { readProblem } from "./problems.ts";

/**
 * The server's own endpoint in OpenAI's format, for channels that select it: it has fewer features than `/api/chat`.
 */
const native: NativeCapability = {
  ...compatibleNative({ authorize }),
  supports: (format, _model, channel) =>
    format === "openai-chat" && isSwitchedOn(channel, "use_openai_api", "enable"),
};

/** Ollama, self-hosted or in its cloud. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat,
  embeddings,
  native,
  account,
  readProblem,
};
