/** A body up to this size is written together with its head. */
export const onePieceBytes = 16 * 1024;

/**
 * The bytes of a body as a string with one character for each byte (Latin-1), so that a head and its body are one write
 * to the socket. Undefined for a body of more than `onePieceBytes`.
 */
export function onePiece(body: Buffer | string): string | undefined {
  if (typeof body !== "string")
    return body.length <= onePieceBytes ? body.toString("latin1", 0, body.length) : undefined;
  if (body.length > onePieceBytes) return undefined;
  const length = Buffer.byteLength(body);
  // As many bytes as characters: the text is ASCII and needs no copy.
  if (length === body.length) return body;
  return length <= onePieceBytes ? Buffer.from(body).toString("latin1") : undefined;
}
