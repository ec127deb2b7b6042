import type {
  CacheMark,
  FileBlock,
  MediaSource,
  OpaqueBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import { asFilledText, type JsonObject } from "../kit/read-json.ts";
import type { CompatibleOptions } from "./options.ts";

type Part = Exclude<UserBlock, ToolResultBlock>;

/** Content of a message. A single text without cache mark stays a string, which every vendor accepts. */
export function partsToWire(
  blocks: readonly Part[],
  options: CompatibleOptions,
  dropped: Set<string>,
): string | JsonObject[] {
  const [first] = blocks;
  if (first === undefined) return "";
  if (blocks.length === 1 && first.type === "text" && !(first.cache && options.cacheMarks)) {
    if (first.cache) dropped.add("cache_control");
    return first.text;
  }
  return blocks.flatMap((block) => {
    const part = partToWire(block, options, dropped);
    if (part === undefined) return [];
    if ("cache" in block && block.cache) markPart(part, block.cache, options, dropped);
    return [part];
  });
}

function partToWire(block: Part, options: CompatibleOptions, dropped: Set<string>): JsonObject | undefined {
  switch (block.type) {
    case "text":
      return { type: "text", text: block.text };
    case "image": {
      const url = urlOf(block.source);
      if (url === undefined) return drop(dropped, "messages.image");
      return {
        type: "image_url",
        image_url: block.detail === undefined ? { url } : { url, detail: block.detail },
      };
    }
    case "audio":
      if (options.files === false) return drop(dropped, "messages.input_audio");
      return { type: "input_audio", input_audio: { data: block.data, format: block.format } };
    case "file":
      return fileToWire(block, options, dropped);
    case "opaque":
      return opaqueToWire(block, dropped);
  }
}

function fileToWire(
  block: FileBlock,
  options: CompatibleOptions,
  dropped: Set<string>,
): JsonObject | undefined {
  const { source } = block;
  if (block.citable) dropped.add("messages.file.citations");
  // A plain text document is sent as text.
  if (source.kind === "text")
    return { type: "text", text: [block.name, block.context, source.text].filter(Boolean).join("\n\n") };
  if (options.files === false || (source.kind === "url" && !options.fileUrls))
    return drop(dropped, "messages.file");
  if (block.context !== undefined) dropped.add("messages.file.context");
  const file: JsonObject = source.kind === "id" ? { file_id: source.id } : { file_data: urlOf(source) };
  if (block.name !== undefined) file.filename = block.name;
  return { type: "file", file };
}

/** A part of this dialect is forwarded unchanged; a part of another dialect is dropped. */
export function opaqueToWire(block: OpaqueBlock, dropped: Set<string>): JsonObject | undefined {
  if (block.dialect === "openai-chat") return { ...block.value };
  return drop(dropped, `messages.${asFilledText(block.value.type) ?? "opaque"}`);
}

/** A web URL or a data URL; undefined for other sources. */
export function urlOf(source: MediaSource): string | undefined {
  if (source.kind === "url") return source.url;
  return source.kind === "inline" ? `data:${source.mediaType};base64,${source.data}` : undefined;
}

function markPart(
  part: JsonObject,
  cache: CacheMark,
  options: CompatibleOptions,
  dropped: Set<string>,
): void {
  if (options.cacheMarks) part.cache_control = { type: "ephemeral", ...cache };
  else dropped.add("cache_control");
}

function drop(dropped: Set<string>, what: string): undefined {
  dropped.add(what);
  return undefined;
}
