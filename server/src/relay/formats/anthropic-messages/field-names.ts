import type { FieldNames } from "../format.ts";

const reasoning = ["messages.content.thinking"];

/** This format's names for the fields of Chat Completions. */
export const fieldNames: FieldNames = {
  stop: ["stop_sequences"],
  user: ["metadata.user_id"],
  reasoning_effort: ["thinking", "output_config.effort"],
  "reasoning.max_tokens": ["thinking.budget_tokens"],
  response_format: ["output_config.format", "output_format"],
  "response_format.json_schema": ["output_config.format", "output_format"],
  parallel_tool_calls: ["tool_choice.disable_parallel_tool_use"],
  "tool_result.is_error": ["messages.content.is_error"],
  "messages.reasoning_content": reasoning,
  "messages.reasoning": reasoning,
  "messages.reasoning_details": reasoning,
  "messages.encrypted-reasoning": reasoning,
  "messages.signature": ["messages.content.signature"],
  "messages.extra_content": ["messages.content.signature"],
  "messages.tool_calls.extra_content": ["messages.content.signature"],
  "messages.tool_calls": ["messages.content.tool_use"],
  "messages.tool-call": ["messages.content.tool_use"],
  "messages.tool_results": ["messages.content.tool_result"],
  "messages.tool-result": ["messages.content.tool_result"],
  "messages.citations": ["messages.content.citations"],
  "messages.image": ["messages.content.image"],
  "messages.file": ["messages.content.document"],
  "messages.opaque": ["messages.content"],
};
