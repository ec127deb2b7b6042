/** Boxes that contain the lengths: of the whole, of each track, and of the samples of a track. */
const outer = new Set(["moov", "trak", "mdia", "minf", "stbl"]);

/** Real files have hundreds, fragmented ones thousands; a file of empty boxes would only cost time. */
const boxesMost = 20_000;

/**
 * Seconds of an MP4 or M4A file: the longest of its header, its tracks and their samples.
 * @throws RangeError for a truncated box
 */
export function readMp4Seconds(bytes: Buffer): number | undefined {
  let longest = 0;
  /** Units per second of the current track. */
  let scale = 0;
  for (let at = 0, boxes = 0; at + 8 <= bytes.length && boxes < boxesMost; boxes += 1) {
    const name = bytes.toString("latin1", at + 4, at + 8);
    const { head, size } = readSize(bytes, at);
    if (size < head) break;
    const start = at + head;
    at = outer.has(name) ? start : at + size;
    if (name === "mvhd" || name === "mdhd") {
      const length = readHead(bytes, start);
      scale = length.scale;
      longest = Math.max(longest, length.seconds);
    } else if (name === "stts" && scale > 0) {
      longest = Math.max(longest, sumSamples(bytes, start, at) / scale);
    }
  }
  return longest > 0 ? longest : undefined;
}

/** Bytes of a box and of its header. */
function readSize(bytes: Buffer, at: number): { head: number; size: number } {
  const size = bytes.readUInt32BE(at);
  if (size === 0) return { head: 8, size: bytes.length - at };
  if (size > 1) return { head: 8, size };
  return { head: 16, size: bytes.readUInt32BE(at + 8) * 2 ** 32 + bytes.readUInt32BE(at + 12) };
}

function readHead(bytes: Buffer, at: number): { scale: number; seconds: number } {
  const isLong = bytes.readUInt8(at) === 1;
  const scale = bytes.readUInt32BE(at + (isLong ? 20 : 12));
  const low = bytes.readUInt32BE(at + (isLong ? 28 : 16));
  const length = isLong ? bytes.readUInt32BE(at + 24) * 2 ** 32 + low : low;
  // All ones: the length was unknown when the file was written.
  return { scale, seconds: scale === 0 || low === 0xff_ff_ff_ff ? 0 : length / scale };
}

/** Length of all samples, in units of their track. */
function sumSamples(bytes: Buffer, start: number, end: number): number {
  const last = Math.min(start + 8 + bytes.readUInt32BE(start + 4) * 8, end, bytes.length);
  let sum = 0;
  for (let at = start + 8; at + 8 <= last; at += 8)
    sum += bytes.readUInt32BE(at) * bytes.readUInt32BE(at + 4);
  return sum;
}
