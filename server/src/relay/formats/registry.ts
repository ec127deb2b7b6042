import type { FormatId } from "../format-ids.ts";
import type { ChatFormat } from "./format.ts";
import { format as openaiChat } from "./openai-chat/index.ts";

/** Every wire format that clients can speak. */
export const formats: Partial<Record<FormatId, ChatFormat>> = {
  "openai-chat": openaiChat,
};

/**
 * A format by its name.
 * @throws Error for a name that no folder serves: a mistake in the endpoint table
 */
export function findFormat(id: FormatId): ChatFormat {
  const format = formats[id];
  if (format === undefined) throw new Error(`no format ${id}`);
  return format;
}
