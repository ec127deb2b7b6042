/**
 * Wraps plain 16-bit mono samples in a WAVE file; both base64. The media type contains the rate
 * (`audio/L16;rate=24000`).
 */
export function wavFile(mediaType: string, data: string): string {
  const samples = Buffer.from(data, "base64");
  const rate = Number(/rate=(\d{4,6})/i.exec(mediaType)?.[1] ?? 24_000);
  const header = Buffer.alloc(44);
  header.write("RIFF", 0, "latin1");
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8, "latin1");
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36, "latin1");
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]).toString("base64");
}
