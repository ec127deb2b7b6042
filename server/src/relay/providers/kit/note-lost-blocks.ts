import type { AssistantBlock, UserBlock } from "../../canonical/chat.ts";

/** Under which name a block that a vendor has no place for is told as dropped (D13). */
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

/** For vendors that are told nothing of caching. */
export function noteCacheMarks(blocks: readonly object[], dropped: Set<string>): void {
  if (blocks.some((block) => "cache" in block && block.cache !== undefined)) dropped.add("cache_control");
}
