import { openAiFields, openAiTiers, searchFields, zhipuFields } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import type { Provider } from "../provider.ts";
import { chat, options } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { images } from "./images.ts";
import { readProblem } from "./problems.ts";
import { signIfSelected } from "./sign-jwt.ts";
import { videos } from "./videos.ts";

const account = compatibleAccount(options);

/**
 * Zhipu's open platform (GLM). No native path: temperatures must be clamped, and tools and thinking have other fields.
 */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...searchFields, ...zhipuFields], { tiers: openAiTiers }),
  chat,
  embeddings,
  images,
  videos,
  account: {
    ...account,
    buildModelList: (channel) => signIfSelected(account.buildModelList(channel), channel),
  },
  readProblem,
};
