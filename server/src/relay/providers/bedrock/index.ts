import { anthropicFields, anthropicTiers } from "../anthropic-compatible/paid-fields.ts";
import { paidFields } from "../../canonical/paid-fields.ts";
import type { Provider } from "../provider.ts";
import { chat } from "./chat.ts";
import { native } from "./claude.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { readProblem } from "./problems.ts";
import { rerank } from "./rerank.ts";

/** Amazon Bedrock: models of many vendors behind one AWS account. */
export const provider: Provider = {
  descriptor,
  paidFields: paidFields([...anthropicFields, { field: "performance_config", rule: "strip" }], {
    tiers: { ...anthropicTiers, priority: 1.75 },
  }),
  chat,
  embeddings,
  rerank,
  native,
  readProblem,
};
