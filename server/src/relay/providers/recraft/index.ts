import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { forwardCalls } from "../openai-compatible/forward-native.ts";
import { compatibleImages } from "../openai-compatible/images.ts";
import type { Provider } from "../provider.ts";
import { balance } from "./balance.ts";
import { descriptor } from "./descriptor.ts";
import { ownCalls, raw } from "./own-calls.ts";

/** Recraft, whose generation is OpenAI's with fields of its own. What it does to finished pictures is passed on raw. */
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
