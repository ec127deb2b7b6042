import { openAiFields, openAiTiers, searchFields } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import type { Provider } from "../provider.ts";
import { chat, options } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";
import { speech } from "./speech.ts";
import { videos } from "./videos.ts";

/** MiniMax. No native path: the text would contain the reasoning, and problems have status 200. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...searchFields], { tiers: openAiTiers }),
  chat,
  speech,
  videos,
  account: compatibleAccount(options),
  readProblem,
};
