import type { AnsweredBy } from "../../canonical/answered-by.ts";
import { asFilledText, asObject, type JsonObject } from "./read-json.ts";

/**
 * Model, tier and region that a whole answer or one event of a stream names, in any dialect. A field that this body leaves out keeps what
 * `previous` says. Returns `previous` itself if the body names none.
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

/** Anthropic names the speed in `usage`, Google the tier in `usageMetadata`, Bedrock in an object. */
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
