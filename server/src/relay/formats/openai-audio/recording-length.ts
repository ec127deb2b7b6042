import { readMp3Seconds } from "./mp3-length.ts";
import { readMp4Seconds } from "./mp4-length.ts";
import { readOggSeconds } from "./ogg-length.ts";
import { readAiffSeconds, readFlacSeconds, readWavSeconds } from "./plain-length.ts";
import { readWebmSeconds } from "./webm-length.ts";

/** How long an uploaded recording is, as far as its bytes show it. */
export interface RecordingLength {
  /** Seconds, rounded up. */
  seconds: number;
  /** The container names its length. Otherwise `seconds` is the least that so many bytes may hold. */
  known: boolean;
  /** WAV or AIFF: not compressed. */
  plain: boolean;
}

interface Container {
  /** Whether a file begins like one. */
  is(bytes: Buffer): boolean;
  /** Seconds by the container's own count; undefined where it has none or cannot be read. */
  seconds(bytes: Buffer): number | undefined;
  /** Bytes a second that such a file hardly exceeds. */
  bytesMost: number;
  plain?: true;
}

/** Compressed sound: Opus and AAC end at 512 kbit/s. */
const packedMost = 64_000;
/** 192,000 samples of four bytes, twice. */
const plainMost = 1_536_000;
/** Containers of film may hold pictures as well: 8 Mbit/s. */
const filmMost = 1_000_000;
/** A length with fewer bytes a second is not believed: no speech is smaller than 2 kbit/s. */
const bytesLeast = 250;

const begins =
  (...signs: string[]) =>
  (bytes: Buffer): boolean =>
    signs.includes(bytes.toString("latin1", 0, 4));

const containers: readonly Container[] = [
  { is: begins("RIFF"), seconds: readWavSeconds, bytesMost: plainMost, plain: true },
  { is: begins("FORM"), seconds: readAiffSeconds, bytesMost: plainMost, plain: true },
  { is: begins("fLaC"), seconds: readFlacSeconds, bytesMost: plainMost },
  { is: begins("OggS"), seconds: readOggSeconds, bytesMost: packedMost },
  { is: begins("\x1a\x45\xdf\xa3"), seconds: readWebmSeconds, bytesMost: filmMost },
  {
    is: (bytes) => bytes.toString("latin1", 4, 8) === "ftyp",
    seconds: readMp4Seconds,
    bytesMost: filmMost,
  },
  // Film of MPEG's own containers.
  { is: begins("\0\0\x01\xba", "\0\0\x01\xb3"), seconds: () => undefined, bytesMost: filmMost },
];

/** MP3 has no sign of its own; anything else is sound that is not known here. */
const mp3: Container = { is: () => true, seconds: readMp3Seconds, bytesMost: packedMost };

/** Lengths that were read, for the bill after the reservation. */
const lengths = new WeakMap<Buffer, RecordingLength>();

/** Length of a recording by its container; where that names none, the least that its bytes may hold. Never throws. */
export function recordingLength(bytes: Buffer): RecordingLength {
  let found = lengths.get(bytes);
  if (!found) lengths.set(bytes, (found = readLength(bytes)));
  return found;
}

function readLength(bytes: Buffer): RecordingLength {
  const container = containers.find(({ is }) => is(bytes)) ?? mp3;
  const least = bytes.length / container.bytesMost;
  const named = namedSeconds(container, bytes);
  return {
    seconds: Math.ceil(Math.max(least, named ?? 0)),
    known: named !== undefined,
    plain: container.plain ?? false,
  };
}

function namedSeconds({ seconds }: Container, bytes: Buffer): number | undefined {
  try {
    const found = seconds(bytes);
    return found !== undefined && found > 0 && found <= bytes.length / bytesLeast ? found : undefined;
  } catch (error) {
    // A file that ends inside a number.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
