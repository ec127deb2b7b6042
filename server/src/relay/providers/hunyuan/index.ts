import { hunyuanFields, openAiFields, openAiTiers, searchFields } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { chat, native } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";

/** Tencent's Hunyuan. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...searchFields, ...hunyuanFields], { tiers: openAiTiers }),
  chat,
  native,
  readProblem,
};
