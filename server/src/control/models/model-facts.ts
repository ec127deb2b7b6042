import type { ModelInfo } from "@tollgate/contract/model-catalog";
import type { ModelFacts } from "@tollgate/contract/models";
import type { BookedPrice } from "../price-book.ts";

/** The facts of a model: field by field its description here, else the price book. Undefined if neither has it. */
export function modelFactsOf(
  info: ModelInfo | undefined,
  booked: BookedPrice | undefined,
): ModelFacts | undefined {
  if (!info && !booked) return undefined;
  const list = (text: string | undefined, other: string[] = []): string[] => {
    const own = text === undefined ? [] : (JSON.parse(text) as string[]);
    return own.length > 0 ? own : other;
  };
  return {
    name: info?.name ?? "",
    description: info?.description ?? "",
    context_length: info?.context_length || (booked?.context_length ?? 0),
    max_tokens: info?.max_tokens ?? 0,
    input_modalities: list(info?.input_modalities, booked?.input_modalities),
    output_modalities: list(info?.output_modalities, booked?.output_modalities),
    capabilities: booked?.capabilities ?? [],
    tags: list(info?.tags),
    support_url: list(info?.support_url),
  };
}
