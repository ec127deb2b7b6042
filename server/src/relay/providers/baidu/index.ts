import { baiduFields, openAiFields, openAiTiers, searchFields } from "../openai-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import { compatibleAccount } from "../openai-compatible/account.ts";
import type { Provider } from "../provider.ts";
import { chat, native, options } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { readProblem } from "./problems.ts";
import { atItsAddress } from "./protocol.ts";
import { tokenExchange } from "./token-exchange.ts";

const account = compatibleAccount(options);

/** Baidu's Qianfan platform (ERNIE). */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...openAiFields, ...searchFields, ...baiduFields], { tiers: openAiTiers }),
  chat,
  native,
  embeddings,
  tokenExchange,
  account: { ...account, buildModelList: (channel) => account.buildModelList(atItsAddress(channel)) },
  readProblem,
};
