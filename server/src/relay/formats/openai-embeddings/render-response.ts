import { promptTokens } from "@tollgate/contract/cost";
import type { EmbeddingCall, EmbeddingResult } from "../../canonical/embedding.ts";
import type { RenderContext, RenderedAnswer } from "../format.ts";
import { readBase64, writeBase64 } from "../kit/convert-vector.ts";
import type { WireEmbeddings } from "./wire.ts";

/** The vectors in the requested encoding, whichever the upstream sent, with the model name of the caller's request. */
export function renderResponse(
  result: EmbeddingResult,
  call: EmbeddingCall,
  context: RenderContext,
): RenderedAnswer {
  const answer: WireEmbeddings = {
    object: "list",
    data: result.vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: encode(vector, call.encoding),
    })),
    model: context.requestedModel,
  };
  if (result.usage) {
    const tokens = promptTokens(result.usage);
    answer.usage = { prompt_tokens: tokens, total_tokens: tokens };
  }
  return { contentType: "application/json; charset=utf-8", body: JSON.stringify(answer) };
}

function encode(vector: number[] | string, encoding: EmbeddingCall["encoding"]): number[] | string {
  if (encoding === "base64") return typeof vector === "string" ? vector : writeBase64(vector);
  return typeof vector === "string" ? readBase64(vector) : vector;
}
