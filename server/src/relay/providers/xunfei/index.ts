import { openAiFields, openAiTiers, searchFields } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";

/** iFlytek's Spark. No native path: its streams lack a stop reason, and problems have status 200. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...searchFields], { tiers: openAiTiers }),
  chat,
  readProblem,
};
