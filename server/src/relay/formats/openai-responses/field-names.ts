import type { FieldNames } from "../format.ts";

/** This format's names for the fields of Chat Completions. */
export const fieldNames: FieldNames = {
  max_tokens: ["max_output_tokens"],
  user: ["user", "safety_identifier"],
  reasoning_effort: ["reasoning.effort"],
  "reasoning.max_tokens": ["reasoning.effort"],
  response_format: ["text.format"],
  "response_format.json_schema": ["text.format"],
  verbosity: ["text.verbosity"],
  logprobs: ["top_logprobs", "include"],
  "messages.reasoning_content": ["input.reasoning"],
  "messages.reasoning": ["input.reasoning"],
  "messages.reasoning_details": ["input.encrypted_content"],
  "messages.encrypted-reasoning": ["input.encrypted_content"],
  "messages.signature": ["input.encrypted_content"],
  "messages.extra_content": ["input.encrypted_content"],
  "messages.tool_calls.extra_content": ["input.encrypted_content"],
  "messages.tool_calls": ["input.function_call"],
  "messages.tool-call": ["input.function_call"],
  "messages.tool_results": ["input.function_call_output"],
  "messages.tool-result": ["input.function_call_output"],
  "messages.image": ["input.input_image"],
  "messages.file": ["input.input_file"],
  "messages.opaque": ["input"],
};
