import type { AssistantBlock, UserBlock } from "../../canonical/chat.ts";

/** The name under which an unsupported block is reported as dropped. */
export const lostBlockNames: Readonly<Record<(UserBlock | AssistantBlock)["type"], string>> = {
  text: "messages.content",
  refusal: "messages.refusal",
  image: "messages.image",
  file: "messages.file",
  audio: "messages.input_audio",
  opaque: "messages.opaque",
  "tool-call": "messages.tool_calls",
  "tool-result": "messages.tool_results",
  reasoning: "messages.reasoning_content",
  "encrypted-reasoning": "messages.reasoning_details",
  spoken: "messages.audio",
  "audio-reference": "messages.audio",
};

/** For vendors without cache control. */
export function noteCacheMarks(blocks: readonly object[], dropped: Set<string>): void {
  if (blocks.some((block) => "cache" in block && block.cache !== undefined)) dropped.add("cache_control");
}
