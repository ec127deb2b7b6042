import { completionTokens, promptTokens, type UsageCounts } from "@tollgate/contract/cost";
import type { ImageCall, ImageResult } from "../../canonical/image.ts";
import type { RenderContext, RenderedAnswer } from "../format.ts";
import type { WireImages, WireImageUsage } from "./wire.ts";

/**
 * The images as the upstream returned them: by URL or in base64. Tollgate does not convert between them, so a caller
 * may get bytes although it requested a URL.
 */
export function renderResponse(
  result: ImageResult,
  _call: ImageCall,
  context: RenderContext,
): RenderedAnswer {
  const answer: WireImages = {
    created: result.created ?? context.now,
    data: result.images.map(({ url, base64, revisedPrompt }) => ({
      ...(url !== undefined && { url }),
      ...(base64 !== undefined && { b64_json: base64 }),
      ...(revisedPrompt !== undefined && { revised_prompt: revisedPrompt }),
    })),
  };
  if (result.usage) answer.usage = renderUsage(result.usage);
  return { contentType: "application/json; charset=utf-8", body: JSON.stringify(answer) };
}

function renderUsage(usage: UsageCounts): WireImageUsage {
  const input = promptTokens(usage);
  const output = completionTokens(usage);
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_tokens_details: { text_tokens: input - usage.input_image, image_tokens: usage.input_image },
  };
}
