import { promptTokens } from "@tollgate/contract/cost";
import type { RerankCall, RerankResult } from "../../canonical/rerank.ts";
import type { RenderContext, RenderedAnswer } from "../format.ts";
import type { WireRerank } from "./wire.ts";

/** The ranking with scores, and the documents' text if requested; omits results for unknown documents. */
export function renderResponse(
  result: RerankResult,
  call: RerankCall,
  context: RenderContext,
): RenderedAnswer {
  const answer: WireRerank = {
    ...(result.id !== undefined && { id: result.id }),
    model: context.requestedModel,
    results: result.results.flatMap(({ index, score }) => {
      const text = call.documents[index];
      if (text === undefined) return [];
      return [{ index, ...(call.returnDocuments && { document: { text } }), relevance_score: score }];
    }),
  };
  if (result.usage) {
    const tokens = promptTokens(result.usage);
    answer.usage = { prompt_tokens: tokens, total_tokens: tokens };
  }
  return { contentType: "application/json; charset=utf-8", body: JSON.stringify(answer) };
}
