import type { CutMedia } from "../exchange.ts";
import { type Fields, isFields } from "./is-fields.ts";
import { mediaLimits } from "./media-limits.ts";
import {
  isPlainSound,
  kindOfAddress,
  kindOfType,
  type Medium,
  type MediumKind,
  mediumTokens,
} from "./medium-tokens.ts";

/** Media that a prompt contains or references. */
export interface FoundMedia {
  /** Tokens of images, pages and frames. */
  image: number;
  /** Tokens of audio. */
  audio: number;
  /** Bytes of the body that are inline media, not text. */
  inlineBytes: number;
  /** Prompt caching is requested for parts of the prompt: for five minutes or for an hour. */
  cacheWrite: "" | "5m" | "1h";
}

/** Fields with settings instead of prompt; `hosted-tools.ts` reads `tools`. */
const settings: ReadonlySet<string> = new Set([
  "tools",
  "functions",
  "response_format",
  "generationConfig",
  "generation_config",
  "safetySettings",
  "metadata",
]);

/**
 * Finds images, documents, audio and video in a parsed request of any dialect, by URL, by id or inline. Visits every
 * object once and scans no text. The parser limits the depth of a body.
 * @param model the upstream's model name
 */
export function findMedia(body: unknown, cut: CutMedia | undefined, model: string): FoundMedia {
  const search = new Search(cut, model);
  if (isFields(body)) {
    for (const key in body) if (!settings.has(key)) search.look(key, body[key], body);
    search.noteToolCaches(body.tools);
  }
  return search.found;
}

class Search {
  readonly found: FoundMedia = { image: 0, audio: 0, inlineBytes: 0, cacheWrite: "" };
  #cut: CutMedia | undefined;
  #model: string;

  constructor(cut: CutMedia | undefined, model: string) {
    this.#cut = cut;
    this.#model = model;
  }

  /** One field. `owner` is the object that contains it. */
  look(key: string, value: unknown, owner: Fields): void {
    if (typeof value === "string") {
      if (mediaKeys.has(key)) this.#readText(key, value, owner);
    } else if (Array.isArray(value)) this.#lookThrough(key, value, owner);
    else if (isFields(value)) {
      if (mediaKeys.has(key) && this.#readObject(key, value, owner)) return;
      if (isArguments(key, owner)) return;
      for (const name in value) this.look(name, value[name], value);
    }
  }

  noteToolCaches(tools: unknown): void {
    if (!Array.isArray(tools)) return;
    for (const tool of tools)
      if (isFields(tool) && tool.cache_control != null) this.#noteCache(tool.cache_control);
  }

  /** Elements of a list count as their list's field. */
  #lookThrough(key: string, list: readonly unknown[], owner: Fields): void {
    // A video may be a list of frames.
    const name = key === "video" ? "image" : key;
    for (const entry of list)
      if (typeof entry === "object" || mediaKeys.has(name)) this.look(name, entry, owner);
  }

  #readText(key: string, value: string, owner: Fields): void {
    switch (key) {
      case "image_url":
      case "image":
        this.#addNamed(value, "picture", owner.detail);
        return;
      case "document_url":
      case "file_url":
      case "file_data":
        this.#addNamed(value, "document");
        return;
      case "video_url":
      case "video":
        this.#addNamed(value, "film");
        return;
      case "audio_url":
        this.#addNamed(value, "sound");
        return;
      case "file_id":
        // A file next to a URL or data was counted with them.
        if (value !== "")
          this.#add({ kind: owner.type === "input_image" ? "picture" : "document", bytes: undefined });
    }
  }

  /** True if the object was read and contains nothing else. */
  #readObject(key: string, value: Fields, owner: Fields): boolean {
    switch (key) {
      case "image_url":
        this.#addNamed(value.url, "picture", value.detail);
        return true;
      case "file_url":
      case "document_url":
        this.#addNamed(value.url, "document");
        return true;
      case "video_url":
        this.#addNamed(value.url, "film");
        return true;
      case "audio_url":
        this.#addNamed(value.url, "sound");
        return true;
      case "input_audio":
        this.#addSound(value);
        return true;
      case "audio":
        // An earlier audio response, referenced by its id.
        if (typeof value.id === "string") this.found.audio += mediaLimits.spokenAnswer;
        return true;
      case "inlineData":
      case "inline_data":
        this.#addInline(value.data, text(value.mimeType ?? value.mime_type), { frames: framesOf(owner) });
        return true;
      case "fileData":
      case "file_data":
        this.#addAddress(value, owner);
        return true;
      case "source":
        return this.#readSource(value, owner);
      case "cache_control":
      case "cachePoint":
        this.#noteCache(value);
        return true;
      default:
        return false;
    }
  }

  /** The `source` of an Anthropic block. Its text or nested blocks are visited like the rest. */
  #readSource(source: Fields, owner: Fields): boolean {
    const kind = owner.type === "image" ? "picture" : "document";
    switch (source.type) {
      case "base64":
        this.#addInline(source.data, text(source.media_type));
        return true;
      case "url":
      case "file":
        this.#add({ kind, bytes: undefined });
        return true;
      default:
        return false;
    }
  }

  /** A URL or a data URL. Its media type or extension wins over the field's name. */
  #addNamed(value: unknown, kind: MediumKind, detail?: unknown): void {
    if (typeof value !== "string" || value === "") return;
    const more = typeof detail === "string" ? { detail } : undefined;
    const inline = /^data:([^;,]{0,100})/i.exec(value);
    if (inline) this.#addInline(value, inline[1] || "text/plain", more);
    // OpenAI also accepts a file's plain base64.
    else if (kind === "document" && !/^[a-z]+:\/\//i.test(value)) this.#addInline(value, "", more);
    else this.#add({ kind: kindOfAddress(value) ?? kind, bytes: undefined, ...more });
  }

  #addSound({ data, format }: Fields): void {
    if (typeof data !== "string") return;
    if (/^https?:/i.test(data)) this.#add({ kind: "sound", bytes: undefined });
    else this.#addData(data, { kind: "sound", bytes: 0, plain: isPlainSound(text(format)) });
  }

  /** Gemini's `fileData`. A file without a type counts as video, the maximum. */
  #addAddress(file: Fields, owner: Fields): void {
    const address = text(file.fileUri ?? file.file_uri);
    const type = text(file.mimeType ?? file.mime_type).toLowerCase();
    const kind = type === "" ? (kindOfAddress(address) ?? "film") : (kindOfType(type) ?? "document");
    this.#add({ kind, bytes: undefined, frames: framesOf(owner) });
  }

  #addInline(data: unknown, type: string, more?: Pick<Medium, "frames" | "detail">): void {
    if (typeof data !== "string") return;
    const kind = type === "" ? "document" : kindOfType(type.toLowerCase());
    // Text files count by their bytes, encoded or not.
    if (kind) this.#addData(data, { kind, bytes: 0, plain: isPlainSound(type), ...more });
  }

  #addData(data: string, medium: Medium): void {
    const length = this.#lengthOf(data);
    this.found.inlineBytes += length;
    this.#add({ ...medium, bytes: Math.ceil((length * 3) / 4) });
  }

  #add(medium: Medium): void {
    const { image, audio } = mediumTokens(medium, this.#model);
    this.found.image += image;
    this.found.audio += audio;
  }

  /** In bytes, whether it was cut or not. */
  #lengthOf(data: string): number {
    const length = this.#cut?.lengthOf(data) ?? data.length;
    return length === data.length ? Buffer.byteLength(data) : length;
  }

  #noteCache(control: unknown): void {
    if (isFields(control) && control.ttl === "1h") this.found.cacheWrite = "1h";
    else if (this.found.cacheWrite === "") this.found.cacheWrite = "5m";
  }
}

/** Keys of media in one of the dialects. */
const mediaKeys: ReadonlySet<string> = new Set([
  "image_url",
  "image",
  "document_url",
  "file_url",
  "file_data",
  "file_id",
  "video_url",
  "video",
  "audio_url",
  "audio",
  "input_audio",
  "inlineData",
  "inline_data",
  "fileData",
  "source",
  "cache_control",
  "cachePoint",
]);

/** A tool call by the model: text, whatever its fields are called. */
function isArguments(key: string, { type }: Fields): boolean {
  return key === "args" || (key === "input" && type === "tool_use");
}

function framesOf(part: Fields): number {
  const settings = part.videoMetadata ?? part.video_metadata;
  const frames = isFields(settings) ? settings.fps : undefined;
  return typeof frames === "number" && Number.isFinite(frames) ? frames : 1;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
