/** Real files have a few; a file of empty chunks would only cost time. */
const chunksMost = 1000;

/**
 * Seconds of a WAV file: the samples present, at their playback rate.
 * @throws RangeError for a truncated header
 */
export function readWavSeconds(bytes: Buffer): number | undefined {
  let rate = 0;
  for (let at = 12, chunks = 0; at + 8 <= bytes.length && chunks < chunksMost; chunks += 1) {
    const name = bytes.toString("latin1", at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (name === "fmt ") rate = wavRate(bytes, at + 8);
    if (name === "data") {
      const left = bytes.length - at - 8;
      // Recorders that write to a pipe leave the size out.
      return rate > 0 ? (size === 0 ? left : Math.min(size, left)) / rate : undefined;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/** Bytes per second. The header's own number is used only for compressed audio: players ignore it for plain samples. */
function wavRate(bytes: Buffer, at: number): number {
  const format = bytes.readUInt16LE(at);
  const isPlain = format === 1 || format === 3 || format === 0xfffe;
  if (!isPlain) return bytes.readUInt32LE(at + 8);
  return bytes.readUInt32LE(at + 4) * bytes.readUInt16LE(at + 2) * Math.ceil(bytes.readUInt16LE(at + 14) / 8);
}

/**
 * Seconds of an AIFF file, by its number of samples.
 * @throws RangeError for a truncated header
 */
export function readAiffSeconds(bytes: Buffer): number | undefined {
  for (let at = 12, chunks = 0; at + 8 <= bytes.length && chunks < chunksMost; chunks += 1) {
    const size = bytes.readUInt32BE(at + 4);
    if (bytes.toString("latin1", at, at + 4) === "COMM") {
      const exponent = (bytes.readUInt16BE(at + 16) & 0x7fff) - 16_383;
      const rate = bytes.readUInt32BE(at + 18) * 2 ** (exponent - 31);
      return rate > 0 ? bytes.readUInt32BE(at + 10) / rate : undefined;
    }
    at += 8 + size + (size % 2);
  }
  return undefined;
}

/**
 * Seconds of a FLAC file, by its number of samples, and by its bytes: compressed samples are never larger than plain
 * ones.
 */
export function readFlacSeconds(bytes: Buffer): number | undefined {
  const packed = bytes.readUInt32BE(18);
  const rate = packed >>> 12;
  const channels = ((packed >>> 9) & 7) + 1;
  const bits = ((packed >>> 4) & 31) + 1;
  if (rate === 0) return undefined;
  const samples = (packed & 15) * 2 ** 32 + bytes.readUInt32BE(22);
  return Math.max(samples / rate, bytes.length / (rate * channels * Math.ceil(bits / 8)));
}
