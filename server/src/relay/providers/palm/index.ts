import { noPaidFields } from "../../canonical/paid-fields.ts";
import { readProblem } from "../gemini-compatible/problems.ts";
import type { Provider } from "../provider.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";

/** Google's PaLM API, for servers that still speak it; see README.md. */
export const provider: Provider = { descriptor, paidFields: noPaidFields, chat, readProblem };
