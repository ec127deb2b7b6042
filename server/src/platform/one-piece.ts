/** Characters of a text that is written together with its head. */
export const onePieceText = 16 * 1024;
/** Bytes of a body that is. From about 1.2 KB on, turning bytes into text takes longer than a gathered write. */
export const onePieceBytes = 1280;

/**
 * The bytes of a body as a string with one character for each byte (Latin-1), so that a head and its body are one write
 * to the socket. Undefined for a longer body: it is written beside its head, in one gathered write.
 */
export function onePiece(body: Buffer | string): string | undefined {
  if (typeof body !== "string")
    return body.length <= onePieceBytes ? body.toString("latin1", 0, body.length) : undefined;
  if (body.length > onePieceText) return undefined;
  const length = Buffer.byteLength(body);
  // As many bytes as characters: the text is ASCII and needs no copy.
  if (length === body.length) return body;
  return length <= onePieceText ? Buffer.from(body).toString("latin1") : undefined;
}
