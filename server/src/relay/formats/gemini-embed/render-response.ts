import { promptTokens } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import type { RenderContext, RenderedAnswer } from "../format.ts";
import { isFields } from "../kit/check-value.ts";
import { readBase64 } from "../kit/convert-vector.ts";
import type { WireBatchEmbedContents, WireEmbedContent } from "./wire.ts";

/** One vector for `:embedContent`, a list for `:batchEmbedContents`; the request determines which. */
export function renderResponse(
  result: EmbeddingResult,
  _call: EmbeddingCall,
  context: RenderContext,
): RenderedAnswer {
  const embeddings = result.vectors.map((vector) => ({
    values: typeof vector === "string" ? readBase64(vector) : vector,
  }));
  const batch = isFields(context.request) && context.request.requests != null;
  const answer: WireEmbedContent | WireBatchEmbedContents = batch
    ? { embeddings }
    : { embedding: embeddings[0] ?? { values: [] } };
  if (result.usage) {
    const tokens = promptTokens(result.usage);
    answer.usageMetadata = { promptTokenCount: tokens, totalTokenCount: tokens };
  }
  return { contentType: "application/json; charset=utf-8", body: JSON.stringify(answer) };
}
