/** The numbers of a base64 text of 32-bit floats, little-endian; bytes beyond the last whole float are ignored. */
export function readBase64(text: string): number[] {
  const bytes = Buffer.from(text, "base64");
  const vector: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) vector.push(bytes.readFloatLE(at));
  return vector;
}
