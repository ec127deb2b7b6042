import type { JsonObject } from "../kit/read-json.ts";

/** Features that Converse leaves to each vendor of models. Missing: not supported or not documented. */
export interface ModelFamily {
  /** Supports cache points in messages and system. */
  caches?: boolean;
  /** `additionalModelRequestFields` for `top_k`. */
  topK?: (value: number) => JsonObject;
  /** `additionalModelRequestFields` for the reasoning effort. */
  effort?: (effort: "low" | "medium" | "high") => JsonObject;
  /** The highest effort allows no output limit and no sampling parameters. */
  highEffortRejectsLimits?: boolean;
}

/** Family of a Bedrock id, with or without a region prefix. */
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
