const pageSign = Buffer.from("OggS");

/**
 * Seconds of an Ogg file: the last position of each of its audio streams, which may follow one another.
 * @throws RangeError for a truncated page
 */
export function readOggSeconds(bytes: Buffer): number | undefined {
  const streams = new Map<number, { rate: number; position: number }>();
  for (let at = 0; at !== -1 && at + 27 <= bytes.length; ) {
    const segments = bytes.readUInt8(at + 26);
    const body = at + 27 + segments;
    const serial = bytes.readUInt32LE(at + 14);
    if ((bytes.readUInt8(at + 5) & 2) !== 0) {
      const rate = readRate(bytes, body);
      if (rate > 0) streams.set(serial, { rate, position: 0 });
    }
    const high = bytes.readInt32LE(at + 10);
    const stream = streams.get(serial);
    // A page in which no packet ends has the position -1.
    if (stream && high >= 0)
      stream.position = Math.max(stream.position, high * 2 ** 32 + bytes.readUInt32LE(at + 6));
    let end = body;
    for (let segment = at + 27; segment < body && segment < bytes.length; segment += 1)
      end += bytes[segment] ?? 0;
    at = bytes.indexOf(pageSign, end);
  }
  let seconds = 0;
  for (const { rate, position } of streams.values()) seconds += position / rate;
  return seconds > 0 ? seconds : undefined;
}

/** Positions per second, from the first packet of a stream; 0 for other content than audio. */
function readRate(bytes: Buffer, at: number): number {
  const head = bytes.toString("latin1", at, at + 8);
  if (head === "OpusHead") return 48_000;
  if (head.startsWith("\x01vorbis")) return bytes.readUInt32LE(at + 12);
  if (head === "Speex   ") return bytes.readUInt32LE(at + 36);
  // FLAC: its own header follows the mapping's nine bytes.
  if (head.startsWith("\x7fFLAC")) return bytes.readUInt32BE(at + 27) >>> 12;
  return 0;
}
