import type { Provider } from "../provider.ts";
import { chat } from "./chat.ts";
import { native } from "./claude.ts";
import { descriptor } from "./descriptor.ts";
import { embeddings } from "./embeddings.ts";
import { readProblem } from "./problems.ts";
import { rerank } from "./rerank.ts";

/** Amazon Bedrock: models of many makers behind one account of AWS. */
export const provider: Provider = { descriptor, chat, embeddings, rerank, native, readProblem };
