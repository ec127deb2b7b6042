import type { JsonObject } from "../kit/read-json.ts";

/** What Converse leaves to each maker of models. Everything left out: the family has no such thing, or it is not documented. */
export interface ModelFamily {
  /** Takes cache points in messages and system. */
  caches?: boolean;
  /** `additionalModelRequestFields` for sampling by `top_k`. */
  topK?: (value: number) => JsonObject;
  /** The same for thinking. */
  effort?: (effort: "low" | "medium" | "high") => JsonObject;
  /** The highest effort tolerates no limit and no sampling parameters beside it. */
  highEffortRejectsLimits?: boolean;
}

/** Family of a Bedrock id, with or without a region before it. */
export function familyOf(id: string): ModelFamily {
  return families.find(([pattern]) => pattern.test(id))?.[1] ?? {};
}

const nova: ModelFamily = { caches: true, topK: (topK) => ({ inferenceConfig: { topK } }) };

const families: [RegExp, ModelFamily][] = [
  [
    /amazon\.nova-2/,
    {
      ...nova,
      effort: (maxReasoningEffort) => ({ reasoningConfig: { type: "enabled", maxReasoningEffort } }),
      highEffortRejectsLimits: true,
    },
  ],
  [/amazon\.nova/, nova],
  [/openai\.gpt-oss/, { effort: (effort) => ({ reasoning_effort: effort }) }],
  [/mistral\./, { topK: (topK) => ({ top_k: topK }) }],
  [/cohere\.command/, { topK: (k) => ({ k }) }],
];
