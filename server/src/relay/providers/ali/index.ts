import { aliFields, openAiFields, openAiTiers, searchFields } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import type { Provider } from "../provider.ts";
import { chat, native, options } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { readProblem } from "./problems.ts";
import { videos } from "./videos.ts";

/** Alibaba Cloud's Model Studio (Bailian, DashScope). */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...searchFields, ...aliFields], { tiers: openAiTiers }),
  chat,
  native,
  embeddings,
  videos,
  account: compatibleAccount(options),
  readProblem,
};
