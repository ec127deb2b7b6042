/** The text in at most so many bytes of UTF-8, cut between characters. */
export function cutBytes(text: string, most: number): string {
  const bytes = Buffer.from(text.toWellFormed());
  if (bytes.length <= most) return bytes.toString();
  let end = most;
  // Bytes of the form 10xxxxxx continue a character.
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end).toString();
}
