import type {
  CacheMark,
  Citation,
  FileBlock,
  ImageBlock,
  MediaSource,
  OpaqueBlock,
  TextBlock,
  ToolResultBlock,
  UserBlock,
} from "../../canonical/chat.ts";
import { type Fields, reject } from "../kit/check-value.ts";
import { noteUnread } from "../kit/name-unread.ts";
import { givenText, needObject, needText, readFlag, readObject, readText } from "../kit/read-fields.ts";
import { readObjects, within } from "./dotted-path.ts";
import { dialect } from "./foreign-reasoning.ts";

/** Content of a message: text, or a list of blocks, each an object. */
export function readBlocks(fields: Fields, key: string, path: string): Fields[] {
  const value = fields[key];
  if (typeof value === "string") return [{ type: "text", text: value }];
  if (value != null && !Array.isArray(value))
    reject(within(path, key), `'${within(path, key)}' must be a string or a list of blocks.`);
  return readObjects(fields, key, path);
}

/**
 * One block of a user message. Kinds without a canonical block (search results, container uploads, results of hosted
 * tools, unknown kinds) are kept unchanged.
 * @throws RelayError naming the field
 */
export function parseUserBlock(block: Fields, path: string, unread: Set<string>): UserBlock {
  switch (needText(block, "type", path)) {
    case "text":
      return parseText(block, path, unread);
    case "image":
      return parseImage(block, path, unread);
    case "document":
      return parseDocument(block, path, unread);
    case "tool_result":
      return parseResult(block, path, unread);
    default:
      return asOpaque(block);
  }
}

export function asOpaque(block: Fields): OpaqueBlock {
  return { type: "opaque", dialect, value: block };
}

export function parseText(block: Fields, path: string, unread: Set<string>): TextBlock {
  const parsed: TextBlock = { type: "text", text: givenText(block, "text", path) };
  const citations = readObjects(block, "citations", path).map(parseCitation);
  if (citations.length > 0) parsed.citations = citations;
  noteUnread(block, textFields, path, unread);
  return marked(parsed, block, path);
}

const textFields = new Set(["type", "text", "citations", "cache_control"]);

/**
 * A citation that Tollgate wrote for another vendor's response has no index, so this format's upstream could not check
 * it.
 */
function parseCitation(value: Fields): Citation {
  const citation: Citation = {};
  if (value.encrypted_index !== "") citation.source = { dialect, value };
  if (typeof value.url === "string") citation.url = value.url;
  const title = value.title ?? value.document_title;
  if (typeof title === "string") citation.title = title;
  if (typeof value.cited_text === "string") citation.quote = value.cited_text;
  return citation;
}

export function parseImage(block: Fields, path: string, unread: Set<string>): ImageBlock {
  const source = needObject(block, "source", path);
  noteUnread(block, imageFields, path, unread);
  const parsed: ImageBlock = { type: "image", source: parseSource(source, within(path, "source")) };
  return marked(parsed, block, path);
}

const imageFields = new Set(["type", "source", "cache_control"]);

/** A document made of blocks is cited by block, which no other dialect supports: it is kept unchanged. */
function parseDocument(block: Fields, path: string, unread: Set<string>): FileBlock | OpaqueBlock {
  const source = needObject(block, "source", path);
  if (source.type === "content") return asOpaque(block);
  const parsed: FileBlock = { type: "file", source: parseSource(source, within(path, "source")) };
  const name = readText(block, "title", path);
  if (name !== undefined) parsed.name = name;
  const context = readText(block, "context", path);
  if (context !== undefined) parsed.context = context;
  const citable = readFlag(readObject(block, "citations", path) ?? {}, "enabled", within(path, "citations"));
  if (citable !== undefined) parsed.citable = citable;
  noteUnread(block, documentFields, path, unread);
  return marked(parsed, block, path);
}

const documentFields = new Set(["type", "source", "title", "context", "citations", "cache_control"]);

function parseSource(source: Fields, path: string): MediaSource {
  switch (needText(source, "type", path)) {
    case "base64":
      return {
        kind: "inline",
        mediaType: needText(source, "media_type", path),
        data: needText(source, "data", path),
      };
    case "url":
      return { kind: "url", url: needText(source, "url", path) };
    case "file":
      return { kind: "id", id: needText(source, "file_id", path) };
    case "text":
      return { kind: "text", text: givenText(source, "data", path) };
    default:
      return reject(within(path, "type"), `'${path}.type' must be base64, url, file, text or content.`);
  }
}

/**
 * A result of a tool that the caller ran. Content without a canonical form (references to tools, a browser's state)
 * exists only in this dialect: then the whole result is kept unchanged. A search result becomes its text.
 */
function parseResult(block: Fields, path: string, unread: Set<string>): ToolResultBlock | OpaqueBlock {
  const toolCallId = needText(block, "tool_use_id", path);
  const blocks = readBlocks(block, "content", path);
  if (block.toolset_name != null || !blocks.every(isSayable)) return asOpaque(block);
  const at = within(path, "content");
  const content = blocks.flatMap((part, index) => parseResultPart(part, within(at, index), unread));
  const result: ToolResultBlock = { type: "tool-result", toolCallId, content };
  if (readFlag(block, "is_error", path)) result.isError = true;
  noteUnread(block, resultFields, path, unread);
  return marked(result, block, path);
}

function isSayable({ type, source }: Fields): boolean {
  if (type === "document") return (source as Fields | undefined)?.type !== "content";
  return type === "text" || type === "image" || type === "search_result";
}

function parseResultPart(part: Fields, path: string, unread: Set<string>): ToolResultBlock["content"] {
  if (part.type === "search_result") {
    unread.add(path);
    return describeSearchResult(part, path);
  }
  const parsed = parseUserBlock(part, path, unread);
  return parsed.type === "text" || parsed.type === "image" || parsed.type === "file" ? [parsed] : [];
}

const resultFields = new Set(["type", "tool_use_id", "content", "is_error", "cache_control"]);

function describeSearchResult(block: Fields, path: string): TextBlock[] {
  const title = readText(block, "title", path);
  const source = readText(block, "source", path);
  const texts = readBlocks(block, "content", path).map((part) =>
    typeof part.text === "string" ? part.text : "",
  );
  const text = [title, source, ...texts].filter(Boolean).join("\n");
  return text === "" ? [] : [marked<TextBlock>({ type: "text", text }, block, path)];
}

/** Adds the cache mark of a block, if it has one. */
export function marked<B extends { cache?: CacheMark }>(parsed: B, block: Fields, path: string): B {
  const cache = readCacheMark(block, path);
  if (cache) parsed.cache = cache;
  return parsed;
}

export function readCacheMark(block: Fields, path: string): CacheMark | undefined {
  const mark = readObject(block, "cache_control", path);
  if (mark === undefined) return undefined;
  const at = within(path, "cache_control");
  const ttl = readText(mark, "ttl", at);
  if (ttl === undefined) return {};
  if (ttl !== "5m" && ttl !== "1h") reject(within(at, "ttl"), `'${at}.ttl' must be 5m or 1h.`);
  return { ttl };
}
