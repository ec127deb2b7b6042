import type { AnsweredBy } from "../../canonical/answered-by.ts";
import { asFilledText, asObject, type JsonObject } from "./read-json.ts";

/**
 * Model, tier and region in a whole answer or one stream event, in any dialect. A missing field keeps its `previous`
 * value. Returns `previous` itself if the body contains none.
 */
export function readAnsweredBy(body: unknown, previous?: AnsweredBy): AnsweredBy | undefined {
  const root = asObject(body);
  if (root === undefined) return previous;
  const answer = asObject(root.message) ?? asObject(root.response) ?? root;
  const usage = asObject(answer.usage) ?? asObject(root.usage) ?? asObject(root.usageMetadata);
  const model = asFilledText(answer.model) ?? asFilledText(answer.modelVersion);
  const tier = readTier(answer, usage);
  const region = asFilledText(usage?.inference_geo);
  if (model === undefined && tier === undefined && region === undefined) return previous;
  return {
    ...previous,
    ...(model !== undefined && { model }),
    ...(tier !== undefined && { tier }),
    ...(region !== undefined && { region }),
  };
}

/** Anthropic puts the speed into `usage`, Google the tier into `usageMetadata`, Bedrock into an object. */
function readTier(answer: JsonObject, usage: JsonObject | undefined): string | undefined {
  const speed = asFilledText(usage?.speed);
  if (speed !== undefined && speed !== "standard") return speed;
  const latency = asFilledText(asObject(answer.performanceConfig)?.latency);
  if (latency === "optimized") return latency;
  return (
    asFilledText(answer.service_tier) ??
    asFilledText(usage?.service_tier) ??
    asFilledText(usage?.serviceTier) ??
    asFilledText(usage?.trafficType) ??
    asFilledText(asObject(answer.serviceTier)?.type)
  );
}
