import { noPaidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";

/** Coze, whose models are bots. */
export const provider: Provider = { descriptor, paidFields: noPaidFields, chat, readProblem };
