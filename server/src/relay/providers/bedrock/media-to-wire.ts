import type { FileBlock, ImageBlock } from "../../canonical/chat.ts";
import type { WireDocument, WireImage } from "./wire.ts";

/** Renders images and documents of one conversation. */
export interface MediaWriter {
  /** Undefined if Converse does not support it; it is added to the dropped fields. */
  write(block: ImageBlock | FileBlock): ({ image: WireImage } | { document: WireDocument })[];
}

/** Document names are required and unique, with letters, digits, single spaces, hyphens, parentheses and brackets. */
export function createMediaWriter(dropped: Set<string>): MediaWriter {
  const names = new Set<string>();

  function nameDocument(requested: string | undefined): string {
    const clean = (requested ?? "")
      .replace(/[^A-Za-z0-9\s\-()[\]]/g, "-")
      .replace(/\s+/g, " ")
      .trim();
    const base = clean.slice(0, 180) || "document";
    let name = base;
    for (let count = 2; names.has(name); count++) name = `${base} (${count})`;
    names.add(name);
    return name;
  }

  function describe(block: ImageBlock | FileBlock, format: string, bytes: string): WireDocument {
    const file = block.type === "file" ? block : undefined;
    if (file?.citable) dropped.add("messages.file.citations");
    const document: WireDocument = { format, name: nameDocument(file?.name), source: { bytes } };
    if (file?.context) document.context = file.context;
    return document;
  }

  return {
    write(block) {
      const { source } = block;
      if (source.kind === "text") {
        const bytes = Buffer.from(source.text).toString("base64");
        return [{ document: describe(block, "txt", bytes) }];
      }
      // The pipeline fetches URLs (`needsInline`); ids belong to another vendor's store.
      if (source.kind === "inline") {
        const bytes = source.data;
        const picture = imageFormats[source.mediaType];
        if (picture) return [{ image: { format: picture, source: { bytes } } }];
        const format = documentFormats[source.mediaType] ?? formatOfText(source.mediaType);
        if (format) return [{ document: describe(block, format, bytes) }];
      }
      dropped.add(`messages.${block.type}`);
      return [];
    },
  };
}

const imageFormats: Record<string, string> = {
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/jpg": "jpeg",
  "image/gif": "gif",
  "image/webp": "webp",
};

const documentFormats: Record<string, string> = {
  "application/pdf": "pdf",
  "application/msword": "doc",
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
  "application/vnd.ms-excel": "xls",
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
  "text/csv": "csv",
  "text/html": "html",
  "text/markdown": "md",
};

/** Other text types are sent as plain text. */
function formatOfText(mediaType: string): string | undefined {
  return mediaType.startsWith("text/") || mediaType === "application/json" ? "txt" : undefined;
}
