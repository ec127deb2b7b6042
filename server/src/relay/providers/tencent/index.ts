import { noPaidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { readProblem } from "./problems.ts";

/** Tencent's first API of Hunyuan, which signs every field. */
export const provider: Provider = { descriptor, paidFields: noPaidFields, chat, readProblem };
