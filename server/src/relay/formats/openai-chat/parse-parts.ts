import type {
  AudioBlock,
  CacheMark,
  FileBlock,
  ImageBlock,
  MediaSource,
  OpaqueBlock,
  TextBlock,
} from "../../canonical/chat.ts";
import { type Fields, isFields, reject, within } from "../kit/check-value.ts";
import { needObject, needText, readObject, readText } from "../kit/read-fields.ts";
import { mediaTypeOfName, readMediaUrl } from "../kit/read-media.ts";

export type ParsedPart =
  | TextBlock
  | ImageBlock
  | FileBlock
  | AudioBlock
  | OpaqueBlock
  | { type: "refusal"; text: string };

/**
 * Content of a message: text, or a list of parts. `allowed` are the kinds that this role may contain.
 * @throws RelayError naming the part
 */
export function parseContent(message: Fields, path: string, allowed: ReadonlySet<string>): ParsedPart[] {
  const value = message.content;
  const at = within(path, "content");
  if (value == null) return [];
  if (typeof value === "string") return [{ type: "text", text: value }];
  if (!Array.isArray(value)) reject(at, `'${at}' must be a string or a list of parts.`);
  return value.map((part: unknown, index) => {
    const partPath = within(at, index);
    if (typeof part === "string") return { type: "text", text: part };
    if (!isFields(part)) reject(partPath, `'${partPath}' must be an object.`);
    return parsePart(part, partPath, allowed);
  });
}

function parsePart(part: Fields, path: string, allowed: ReadonlySet<string>): ParsedPart {
  const type = needText(part, "type", path);
  if (!allowed.has(type))
    reject(within(path, "type"), `'${type}' is not a supported content type of '${path}'.`);
  const block = parseKind(type, part, path);
  const cache = readCacheMark(part, path);
  return cache && (block.type === "text" || block.type === "image" || block.type === "file")
    ? { ...block, cache }
    : block;
}

function parseKind(type: string, part: Fields, path: string): ParsedPart {
  switch (type) {
    case "image_url":
      return parsePicture(part, path);
    case "input_audio": {
      const audio = needObject(part, "input_audio", path);
      const at = within(path, "input_audio");
      return { type: "audio", data: needText(audio, "data", at), format: needText(audio, "format", at) };
    }
    case "file":
      return parseFile(part, path);
    // Only some vendors of this dialect support this kind, so only they get it.
    case "video_url":
    case "document_url":
      return { type: "opaque", dialect: "openai-chat", value: part };
    case "refusal":
      return { type: "refusal", text: readText(part, "refusal", path) ?? "" };
    default:
      return {
        type: "text",
        text: readText(part, "text", path) ?? reject(within(path, "text"), `'${path}.text' is required.`),
      };
  }
}

/**
 * A part `image_url`.
 * @throws RelayError naming the field
 */
export function parsePicture(part: Fields, path: string): ImageBlock {
  const at = within(path, "image_url");
  // Many clients send plain text instead of an object.
  const image =
    typeof part.image_url === "string" ? { url: part.image_url } : needObject(part, "image_url", path);
  const block: ImageBlock = {
    type: "image",
    source: readMediaUrl(needText(image, "url", at), within(at, "url")),
  };
  const detail = readText(image, "detail", at);
  if (detail !== undefined) block.detail = detail;
  return block;
}

function parseFile(part: Fields, path: string): FileBlock {
  const at = within(path, "file");
  const file = needObject(part, "file", path);
  const name = readText(file, "filename", at);
  const id = readText(file, "file_id", at);
  const block: FileBlock = {
    type: "file",
    source: id
      ? { kind: "id", id }
      : parseFileData(needText(file, "file_data", at), name, within(at, "file_data")),
  };
  if (name !== undefined) block.name = name;
  return block;
}

function parseFileData(data: string, name: string | undefined, path: string): MediaSource {
  if (data.startsWith("data:") || /^https?:\/\//i.test(data)) return readMediaUrl(data, path);
  return { kind: "inline", mediaType: mediaTypeOfName(name), data };
}

/** `cache_control` as in Anthropic's API, or OpenAI's `prompt_cache_breakpoint`. */
export function readCacheMark(fields: Fields, path: string): CacheMark | undefined {
  const mark = readObject(fields, "cache_control", path);
  if (mark === undefined) return readObject(fields, "prompt_cache_breakpoint", path) ? {} : undefined;
  return mark.ttl === "5m" || mark.ttl === "1h" ? { ttl: mark.ttl } : {};
}
