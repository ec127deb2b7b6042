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
  chat,
  native,
  embeddings,
  tokenExchange,
  account: { ...account, buildModelList: (channel) => account.buildModelList(atItsAddress(channel)) },
  readProblem,
};
