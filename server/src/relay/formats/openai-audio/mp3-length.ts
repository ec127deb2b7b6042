/** Kilobits per second by MPEG version and layer, indexed by the header's number. */
const rates = {
  first: [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  second: [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  third: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  firstLow: [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  low: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
} as const;

const samplesASecond = [44_100, 48_000, 32_000];
/** Positions between frames to search for the next frame: pictures and tags in the middle of a file have thousands. */
const searchesMost = 10_000;

interface Frame {
  bytes: number;
  seconds: number;
}

/**
 * Seconds of an MP3 file. Every frame counts, so a variable bitrate or a wrong header does not matter. After too many
 * bytes without a frame, the average so far is used. Undefined for a file without two frames.
 */
export function readMp3Seconds(bytes: Buffer): number | undefined {
  let seconds = 0;
  let framed = 0;
  let searches = 0;
  let at = afterTags(bytes);
  while (at + 4 <= bytes.length) {
    const frame = readFrame(bytes, at);
    // A lone frame counts only at the end: elsewhere its sync bits may be chance.
    if (frame && (framed > 0 || readFrame(bytes, at + frame.bytes))) {
      seconds += frame.seconds;
      framed += frame.bytes;
      at += frame.bytes;
      continue;
    }
    if ((searches += 1) > searchesMost) break;
    const next = bytes.indexOf(0xff, at + 1);
    if (next === -1) break;
    at = next;
  }
  if (framed === 0) return undefined;
  return searches > searchesMost ? seconds * (1 + Math.max(0, bytes.length - at) / framed) : seconds;
}

/** Skips titles and pictures before the audio. */
function afterTags(bytes: Buffer): number {
  let at = 0;
  while (bytes.toString("latin1", at, at + 3) === "ID3" && at + 10 <= bytes.length) {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(at + 6, at + 10);
    at += 10 + (((a & 127) << 21) | ((b & 127) << 14) | ((c & 127) << 7) | (d & 127));
  }
  return at;
}

function readFrame(bytes: Buffer, at: number): Frame | undefined {
  if (at + 4 > bytes.length || bytes[at] !== 0xff) return undefined;
  const second = bytes[at + 1] ?? 0;
  const third = bytes[at + 2] ?? 0;
  const version = (second >> 3) & 3;
  const layer = (second >> 1) & 3;
  if (second < 0xe0 || version === 1 || layer === 0) return undefined;
  const full = samplesASecond[(third >> 2) & 3];
  const kilobits = tableOf(version === 3, layer)[third >> 4];
  if (!full || !kilobits) return undefined;
  const frequency = version === 3 ? full : version === 2 ? full / 2 : full / 4;
  const padding = (third >> 1) & 1;
  if (layer === 3)
    return { bytes: (Math.floor((12_000 * kilobits) / frequency) + padding) * 4, seconds: 384 / frequency };
  const samples = layer === 1 && version !== 3 ? 576 : 1152;
  return {
    bytes: Math.floor((samples * 125 * kilobits) / frequency) + padding,
    seconds: samples / frequency,
  };
}

/** `layer` as in the header: 3 is the first, 1 the third. */
function tableOf(isHigh: boolean, layer: number): readonly number[] {
  if (isHigh) return layer === 3 ? rates.first : layer === 2 ? rates.second : rates.third;
  return layer === 3 ? rates.firstLow : rates.low;
}
