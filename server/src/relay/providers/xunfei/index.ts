import type { Provider } from "../provider.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";

/** iFlytek's Spark. No native path: its streams lack a reason for their end, and problems hide in answers with status 200. */
export const provider: Provider = { descriptor, chat, readProblem };
