import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { forwardCalls } from "../openai-compatible/forward-native.ts";
import { compatibleImages } from "../openai-compatible/images.ts";
import type { Provider } from "../provider.ts";
import { balance } from "./balance.ts";
import { descriptor } from "./descriptor.ts";
import { ownCalls, raw } from "./own-calls.ts";

/** Recraft: OpenAI's image generation with fields of its own. Operations on finished images are forwarded raw. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  images: compatibleImages({}, { operations: ["generate"] }),
  native: forwardCalls(["openai-images"]),
  raw,
  ownCalls,
  balance,
  readProblem: problemFromStatus,
};
