import { createHash } from "node:crypto";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";

type Encoding = "br" | "gzip" | "identity";

/** A text that is sent many times: encoded, compressed and hashed once. */
export interface PackedText {
  /** Hash of the text, without quotes. */
  hash: string;
  bodies: Readonly<Record<Encoding, Buffer>>;
}

/** The highest brotli levels take a hundred milliseconds for little gain. */
const brotliQuality = 9;

export function packText(text: string): PackedText {
  const identity = Buffer.from(text);
  return {
    hash: createHash("sha256").update(identity).digest("base64url").slice(0, 22),
    bodies: {
      identity,
      gzip: gzipSync(identity, { level: 9 }),
      br: brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } }),
    },
  };
}

/**
 * Sends the text in the best encoding that the client accepts, with a separate strong ETag for each encoding; 304
 * without a body if the client has it.
 */
export function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  text: PackedText,
  contentType: string,
): FastifyReply {
  const encoding = pickEncoding(request.headers["accept-encoding"]);
  const etag = encoding === "identity" ? `"${text.hash}"` : `"${text.hash}-${encoding}"`;
  reply.headers({ "cache-control": "no-cache", etag, vary: "accept-encoding" });
  if (isKnown(request.headers["if-none-match"], text.hash)) return reply.code(304).send();
  if (encoding !== "identity") reply.header("content-encoding", encoding);
  return reply.type(contentType).send(text.bodies[encoding]);
}

/** `If-None-Match` compares weakly (RFC 9110, 13.1.2): the client may hold the text in any of the encodings. */
function isKnown(ifNoneMatch: string | undefined, hash: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = [`"${hash}"`, `"${hash}-gzip"`, `"${hash}-br"`, "*"];
  return ifNoneMatch.split(",").some((tag) => tags.includes(tag.trim().replace(/^W\//, "")));
}

/** The best of the three encodings that the client accepts; a quality of zero means not accepted. */
export function pickEncoding(acceptEncoding: string | undefined): Encoding {
  const taken = new Set(
    (acceptEncoding ?? "")
      .split(",")
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.replace(/;.*$/, "")),
  );
  if (taken.has("br")) return "br";
  return taken.has("gzip") ? "gzip" : "identity";
}
