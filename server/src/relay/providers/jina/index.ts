import { openAiPaidFields } from "../openai-compatible/paid-fields.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { compatibleEmbeddings, type EmbeddingQuirks } from "../openai-compatible/embeddings.ts";
import { forwardCalls } from "../openai-compatible/forward-native.ts";
import { compatibleRerank } from "../openai-compatible/rerank.ts";
import type { Provider } from "../provider.ts";
import { descriptor } from "./descriptor.ts";

const embeddings: EmbeddingQuirks = {
  encodingField: "embedding_type",
  endUser: false,
  purpose: {
    field: "task",
    values: {
      search_query: "retrieval.query",
      search_document: "retrieval.passage",
      classification: "classification",
      clustering: "separation",
    },
  },
};

/** Jina: native rerank, and translated embeddings, because their encoding field differs. */
export const provider: Provider = {
  descriptor,
  paidFields: openAiPaidFields,
  embeddings: compatibleEmbeddings({}, embeddings),
  rerank: compatibleRerank(),
  native: forwardCalls(["cohere-rerank"]),
  readProblem: problemFromStatus,
};
