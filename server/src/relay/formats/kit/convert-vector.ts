/** Base64 of the vector's 32-bit floats, little-endian. */
export function writeBase64(vector: readonly number[]): string {
  const bytes = Buffer.allocUnsafe(vector.length * 4);
  for (let index = 0; index < vector.length; index++) bytes.writeFloatLE(vector[index] ?? 0, index * 4);
  return bytes.toString("base64");
}

/** Decodes such a text; bytes beyond the last whole float are ignored. */
export function readBase64(text: string): number[] {
  const bytes = Buffer.from(text, "base64");
  const vector: number[] = [];
  for (let at = 0; at + 4 <= bytes.length; at += 4) vector.push(bytes.readFloatLE(at));
  return vector;
}
