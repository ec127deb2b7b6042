import { readMp3Seconds } from "./mp3-length.ts";
import { readMp4Seconds } from "./mp4-length.ts";
import { readOggSeconds } from "./ogg-length.ts";
import { readAiffSeconds, readFlacSeconds, readWavSeconds } from "./plain-length.ts";
import { readWebmSeconds } from "./webm-length.ts";

/** Length of an uploaded recording, as far as its bytes show it. */
export interface RecordingLength {
  /** Seconds, rounded up. */
  seconds: number;
  /** The container states its length. Otherwise `seconds` is the minimum for that many bytes. */
  known: boolean;
  /** WAV or AIFF: not compressed. */
  plain: boolean;
}

interface Container {
  /** True if a file starts like this container. */
  is(bytes: Buffer): boolean;
  /** Seconds by the container's own count; undefined if it has none or cannot be read. */
  seconds(bytes: Buffer): number | undefined;
  /** Maximum plausible bytes per second of such a file. */
  bytesMost: number;
  plain?: true;
}

/** Compressed audio: Opus and AAC end at 512 kbit/s. */
const packedMost = 64_000;
/** 192,000 samples of four bytes, in two channels. */
const plainMost = 1_536_000;
/** Video containers may also contain pictures: 8 Mbit/s. */
const filmMost = 1_000_000;
/** A length with fewer bytes per second is ignored: no speech is smaller than 2 kbit/s. */
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
  // MPEG's own video containers.
  { is: begins("\0\0\x01\xba", "\0\0\x01\xb3"), seconds: () => undefined, bytesMost: filmMost },
];

/** MP3 has no signature; anything else is an unknown kind of audio. */
const mp3: Container = { is: () => true, seconds: readMp3Seconds, bytesMost: packedMost };

/** Cache of lengths, for billing after the reservation. */
const lengths = new WeakMap<Buffer, RecordingLength>();

/** Length of a recording from its container; without one, the minimum for that many bytes. Never throws. */
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
    // The file ends inside a number.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
