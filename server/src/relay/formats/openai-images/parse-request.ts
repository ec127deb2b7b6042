import type { ImageCall } from "../../canonical/image.ts";
import { type Fields, reject } from "../kit/check-value.ts";
import { headerNames } from "../kit/name-unread.ts";
import { needFields, needText, readFlag, readText, readWhole } from "../kit/read-fields.ts";
import { type Form, readForm } from "../kit/read-form.ts";
import { formKinds, isImage, picturesMost } from "./read-head.ts";

interface Parsed {
  call: ImageCall;
  unread: string[];
}

/**
 * Parses a generation request into the canonical call.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseGeneration(body: unknown, model: string): Parsed {
  const fields = needFields(body);
  return parseFields(fields, {
    model,
    operation: "generate",
    prompt: needText(fields, "prompt"),
    images: [],
  });
}

/**
 * Parses an edit request into the canonical call.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseEdit(body: unknown, model: string): Parsed {
  const form = readForm(body, formKinds);
  const prompt = needText(form.fields, "prompt");
  return parseFields(form.fields, { model, operation: "edit", prompt, ...readImages(form) }, form);
}

/**
 * Parses a variation request into the canonical call.
 * @throws RelayError `invalid_request` naming the field
 */
export function parseVariation(body: unknown, model: string): Parsed {
  const form = readForm(body, formKinds);
  return parseFields(form.fields, { model, operation: "variation", prompt: "", ...readImages(form) }, form);
}

type Given = Pick<ImageCall, "model" | "operation" | "prompt" | "images" | "mask">;

/** The provider sends or drops fields without a canonical name. */
function parseFields(fields: Fields, given: Given, form?: Form): Parsed {
  if (readFlag(fields, "stream"))
    reject("stream", "'stream' is not supported: this model's channel returns finished images only.");
  const call: ImageCall = {
    ...given,
    count: readWhole(fields, "n", { least: 1, most: picturesMost }) ?? 1,
    answer: readAnswer(fields),
    extras: {},
  };
  const size = readText(fields, "size") ?? (given.model.startsWith("dall-e") ? "1024x1024" : undefined);
  if (size !== undefined) call.size = size;
  for (const [key, name] of texts) {
    const value = readText(fields, key);
    if (value !== undefined) call[name] = value;
  }
  const compression = readWhole(fields, "output_compression", { least: 0, most: 100 });
  if (compression !== undefined) call.outputCompression = compression;
  for (const [key, value] of Object.entries(fields))
    if (!known.has(key) && value != null) call.extras[key] = value;
  return { call, unread: form ? unreadFiles(form) : [] };
}

const texts = [
  ["quality", "quality"],
  ["style", "style"],
  ["background", "background"],
  ["output_format", "outputFormat"],
  ["user", "endUser"],
] as const;

const known = new Set(
  [
    "model",
    "prompt",
    "n",
    "size",
    "response_format",
    "output_compression",
    "stream",
    "partial_images",
  ].concat(texts.map(([key]) => key)),
);

function readAnswer(fields: Fields): ImageCall["answer"] {
  const format = readText(fields, "response_format") ?? "url";
  if (format === "url") return "url";
  if (format === "b64_json") return "base64";
  return reject("response_format", "'response_format' must be 'url' or 'b64_json'.");
}

function readImages({ files }: Form): Pick<ImageCall, "images" | "mask"> {
  const images = files.filter(({ name }) => isImage(name)).map(({ file }) => file);
  if (images.length === 0) reject("image", "'image' is required.");
  const mask = files.find(({ name }) => name === "mask")?.file;
  return mask ? { images, mask } : { images };
}

function unreadFiles({ files }: Form): string[] {
  return headerNames(
    new Set(files.map(({ name }) => name).filter((name) => !isImage(name) && name !== "mask")),
  );
}
