import { serviceTier } from "../kit/paid-tiers.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { account } from "./account.ts";
import { chat } from "./chat.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { readProblem } from "./problems.ts";
import { native, rerank } from "./rerank.ts";

/** Cohere's v2 API. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([serviceTier, { field: "connectors", rule: "reject" }]),
  chat,
  embeddings,
  rerank,
  native,
  account,
  readProblem,
};
