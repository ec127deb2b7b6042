import type { FieldNames } from "../format.ts";

/** Fields that have several names in this format. */
export const fieldNames: FieldNames = {
  max_tokens: ["max_tokens", "max_completion_tokens"],
  max_output_tokens: ["max_tokens", "max_completion_tokens"],
  user: ["user", "safety_identifier"],
  reasoning_effort: ["reasoning_effort", "reasoning", "thinking"],
  "reasoning.max_tokens": ["reasoning.max_tokens", "thinking.budget_tokens"],
  tools: ["tools", "functions"],
  tool_choice: ["tool_choice", "function_call"],
  "messages.reasoning": ["messages.reasoning_content"],
  "messages.encrypted-reasoning": ["messages.reasoning_details"],
  "messages.signature": ["messages.extra_content"],
};
