import type { Attachment } from "./conversation";

/** Size limits of a prompt's files, in bytes, below the relay's own limit; vendors differ. */
export const attachmentLimits = {
  image: 10_000_000,
  document: 15_000_000,
  audio: 15_000_000,
  text: 1_000_000,
  /** All files of one prompt. */
  total: 20_000_000,
  count: 10,
} as const;

export type FileProblem =
  | { key: "kind"; name: string }
  | { key: "size"; name: string; most: number }
  | { key: "empty"; name: string }
  | { key: "total"; name: string; most: number }
  | { key: "count"; name: string; most: number }
  | { key: "unreadable"; name: string };

const imageTypes = new Set(["image/png", "image/jpeg", "image/webp", "image/gif"]);
const audioTypes = new Set(["audio/mpeg", "audio/mp3", "audio/wav", "audio/x-wav", "audio/wave"]);
const textNames =
  /\.(txt|md|markdown|csv|tsv|json|jsonl|ya?ml|toml|xml|html?|css|scss|jsx?|mjs|tsx?|py|rb|go|rs|java|kt|swift|c|h|cpp|hpp|cs|php|sh|sql|log|ini|conf|tex|vue|svelte)$/i;

/** For the file dialog. */
export const acceptedFiles = [
  ...imageTypes,
  ...audioTypes,
  "application/pdf",
  "text/*",
  ".md,.json,.csv",
].join(",");

function kindOf({ type, name }: File): Attachment["kind"] | undefined {
  if (imageTypes.has(type)) return "image";
  if (type === "application/pdf") return "document";
  if (audioTypes.has(type)) return "audio";
  // Browsers report no type for most source files, and a wrong one for some.
  if (textNames.test(name) || (type.startsWith("text/") && type !== "text/rtf")) return "text";
  return undefined;
}

/** Checks files before any of them is read; those that may not be sent come back with their reason. */
export function checkFiles(
  files: readonly File[],
  present: readonly Attachment[],
): { accepted: File[]; problems: FileProblem[] } {
  const accepted: File[] = [];
  const problems: FileProblem[] = [];
  let total = present.reduce((sum, { size }) => sum + size, 0);
  for (const file of files) {
    const { name, size } = file;
    const kind = kindOf(file);
    if (kind === undefined) problems.push({ key: "kind", name });
    else if (size === 0) problems.push({ key: "empty", name });
    else if (size > attachmentLimits[kind])
      problems.push({ key: "size", name, most: attachmentLimits[kind] });
    else if (present.length + accepted.length >= attachmentLimits.count)
      problems.push({ key: "count", name, most: attachmentLimits.count });
    else if (total + size > attachmentLimits.total)
      problems.push({ key: "total", name, most: attachmentLimits.total });
    else {
      total += size;
      accepted.push(file);
    }
  }
  return { accepted, problems };
}

/** Reads a checked file. Content that does not match its file type is rejected. */
export async function readAttachment(file: File, id: string): Promise<Attachment | FileProblem> {
  const kind = kindOf(file);
  const unreadable: FileProblem = { key: "unreadable", name: file.name };
  if (kind === undefined) return { key: "kind", name: file.name };
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (kind === "text") {
      const data = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return data.includes("\0") ? unreadable : { id, name: file.name, kind, size: file.size, data };
    }
    const mediaType = signedType(bytes);
    if (mediaType === undefined || kindOfType(mediaType) !== kind) return unreadable;
    return { id, name: file.name, kind, size: file.size, data: await dataUrl(bytes, mediaType) };
  } catch {
    return unreadable;
  }
}

/** The type by a file's first bytes. */
function signedType(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  if (head.startsWith("\x89PNG")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF8")) return "image/gif";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  if (head.startsWith("RIFF") && head.endsWith("WAVE")) return "audio/wav";
  if (head.startsWith("%PDF-")) return "application/pdf";
  if (head.startsWith("ID3") || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0)) return "audio/mpeg";
  return undefined;
}

const kindOfType = (type: string): Attachment["kind"] =>
  type.startsWith("image/") ? "image" : type.startsWith("audio/") ? "audio" : "document";

function dataUrl(bytes: Uint8Array<ArrayBuffer>, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("The file cannot be read."));
    reader.readAsDataURL(new Blob([bytes], { type }));
  });
}
