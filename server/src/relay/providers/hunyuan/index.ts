import type { Provider } from "../provider.ts";
import { chat, native } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";

/** Tencent's Hunyuan. */
export const provider: Provider = { descriptor, chat, native, readProblem };
