import type { Provider } from "../provider.ts";
import { account } from "./account.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";

/** Anthropic's Messages API. */
export const provider: Provider = { descriptor, chat, account, readProblem };
