import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { account } from "./account.ts";
import { chat, native } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { images } from "./images.ts";
import { readProblem } from "./problems.ts";
import { transcription } from "./transcription.ts";

/** Cloudflare's Workers AI. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  chat,
  native,
  images,
  transcription,
  account,
  readProblem,
};
