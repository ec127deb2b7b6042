import type {
  AudioBlock,
  Citation,
  FileBlock,
  ImageBlock,
  MediaSource,
  RefusalBlock,
  TextBlock,
} from "../../canonical/chat.ts";
import { type Fields, isFields, reject, within } from "../kit/check-value.ts";
import { needObject, needText, readObject, readObjects, readText } from "../kit/read-fields.ts";
import { mediaTypeOfName, readMediaUrl } from "../kit/read-media.ts";

export type ParsedPart = TextBlock | ImageBlock | FileBlock | AudioBlock | RefusalBlock;

/**
 * Content of a message, or output of a tool: text, or a list of parts. `allowed` are the supported kinds.
 * @throws RelayError naming the part
 */
export function parseContent(value: unknown, path: string, allowed: ReadonlySet<string>): ParsedPart[] {
  if (value == null) return [];
  if (typeof value === "string") return [{ type: "text", text: value }];
  if (!Array.isArray(value)) reject(path, `'${path}' must be a string or a list of parts.`);
  return value.map((part: unknown, index) => {
    const at = within(path, index);
    if (!isFields(part)) reject(at, `'${at}' must be an object.`);
    const type = needText(part, "type", at);
    if (!allowed.has(type))
      reject(within(at, "type"), `'${type}' is not a supported content type of '${path}'.`);
    const block = parsePart(type, part, at);
    // Every part may end a prefix to cache.
    const marks = readObject(part, "prompt_cache_breakpoint", at) !== undefined;
    return marks && block.type !== "audio" && block.type !== "refusal" ? { ...block, cache: {} } : block;
  });
}

function parsePart(type: string, part: Fields, path: string): ParsedPart {
  switch (type) {
    case "input_image":
      return parseImage(part, path);
    case "input_file":
      return parseFile(part, path);
    case "input_audio": {
      const audio = needObject(part, "input_audio", path);
      const at = within(path, "input_audio");
      return { type: "audio", data: needText(audio, "data", at), format: needText(audio, "format", at) };
    }
    case "refusal":
      return { type: "refusal", text: readText(part, "refusal", path) ?? "" };
    default: {
      const at = within(path, "text");
      const text = readText(part, "text", path) ?? reject(at, `'${at}' is required.`);
      const citations = readObjects(part, "annotations", path).map(parseCitation);
      return citations.length === 0 ? { type: "text", text } : { type: "text", text, citations };
    }
  }
}

function parseCitation(annotation: Fields): Citation {
  const citation: Citation = { source: { dialect: "openai-responses", value: annotation } };
  if (typeof annotation.url === "string") citation.url = annotation.url;
  if (typeof annotation.title === "string") citation.title = annotation.title;
  return citation;
}

function parseImage(part: Fields, path: string): ImageBlock {
  const id = readText(part, "file_id", path);
  const at = within(path, "image_url");
  // Many clients send an object, as in Chat Completions.
  const given = isFields(part.image_url) ? part.image_url.url : part.image_url;
  const url = id ? "" : needText({ image_url: given }, "image_url", path);
  const block: ImageBlock = { type: "image", source: id ? { kind: "id", id } : readMediaUrl(url, at) };
  const detail = readText(part, "detail", path);
  if (detail !== undefined) block.detail = detail;
  return block;
}

function parseFile(part: Fields, path: string): FileBlock {
  const name = readText(part, "filename", path);
  const block: FileBlock = { type: "file", source: parseFileSource(part, path, name) };
  if (name !== undefined) block.name = name;
  return block;
}

function parseFileSource(part: Fields, path: string, name: string | undefined): MediaSource {
  const id = readText(part, "file_id", path);
  if (id) return { kind: "id", id };
  const url = readText(part, "file_url", path);
  if (url) return readMediaUrl(url, within(path, "file_url"));
  const data = needText(part, "file_data", path);
  if (data.startsWith("data:")) return readMediaUrl(data, within(path, "file_data"));
  return { kind: "inline", mediaType: mediaTypeOfName(name), data };
}
