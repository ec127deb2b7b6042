import { describe, expect, it } from "vitest";
import { cpuTime } from "../../../../test/support/cpu-time.ts";
import { recordingLength } from "./recording-length.ts";

/** Files as encoders write them, reduced to the parts that determine their length. */
const text = (value: string) => Buffer.from(value, "latin1");
const u32 = (...values: number[]) =>
  Buffer.concat(
    values.map((value) => {
      const bytes = Buffer.alloc(4);
      bytes.writeUInt32BE(value);
      return bytes;
    }),
  );
const u32le = (...values: number[]) => Buffer.concat(values.map((value) => u32(value).reverse()));
const box = (name: string, ...content: Buffer[]) => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), text(name), body]);
};

/** MPEG 1 layer III at 128 kbit/s and 44,100 Hz: 417 bytes and 1152 samples per frame. */
const mp3Frame = Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x00]), Buffer.alloc(413)]);
const mp3 = (frames: number) => Buffer.concat(Array.from({ length: frames }, () => mp3Frame));
const framesOf = (seconds: number) => Math.floor((seconds * 44_100) / 1152);

/** 16,000 samples of two bytes per second. */
const wav = (seconds: number, dataSize = seconds * 32_000, byteRate = 32_000) =>
  Buffer.concat([
    text("RIFF"),
    u32le(0),
    text("WAVEfmt "),
    u32le(16, 0x0001_0001, 16_000, byteRate, 0x0010_0002),
    text("data"),
    u32le(dataSize),
    Buffer.alloc(seconds * 32_000),
  ]);

const oggPage = (position: number, flags: number, body: Buffer) =>
  Buffer.concat([
    text("OggS\0"),
    Buffer.from([flags]),
    u32le(position, 0, 7, 0, 0),
    Buffer.from([1, body.length]),
    body,
  ]);

const m4a = (head: number, samples: number) =>
  Buffer.concat([
    box("ftyp", text("M4A ")),
    box(
      "moov",
      box("mvhd", u32(0, 0, 0, 1000, head * 1000)),
      box(
        "trak",
        box(
          "mdia",
          box("mdhd", u32(0, 0, 0, 48_000, head * 48_000)),
          box("minf", box("stbl", box("stts", u32(0, 1, (samples * 48_000) / 1024, 1024)))),
        ),
      ),
    ),
    box("mdat", Buffer.alloc(samples * 1000)),
  ]);

/** A file recorded by a browser: no sizes, no length in the header, blocks of one cluster. */
const webm = (milliseconds: number) =>
  Buffer.concat([
    Buffer.from("1a45dfa380", "hex"),
    Buffer.from("18538067" + "01ffffffffffffff", "hex"),
    Buffer.from("1549a966" + "87" + "2ad7b1830f4240", "hex"),
    Buffer.from("1f43b675" + "01ffffffffffffff" + "e784", "hex"),
    u32(milliseconds - 20),
    Buffer.from("a3" + "84" + "81" + "0014" + "80", "hex"),
    Buffer.alloc(milliseconds),
  ]);

const seconds = (bytes: Buffer) => recordingLength(bytes).seconds;

describe("the length of a recording", () => {
  it.each([
    ["WAV", wav(90), 90],
    ["WAV from a pipe", wav(90, 0xff_ff_ff_ff), 90],
    ["WAV with another rate in its head than its samples have", wav(90, 90 * 32_000, 2_000_000_000), 90],
    ["MP3", mp3(framesOf(1500)), 1500],
    [
      "MP3 with a picture before it",
      Buffer.concat([text("ID3\x04\0\0\0\x06\x0d\x20"), Buffer.alloc(100_000, 0xff), mp3(framesOf(60))]),
      60,
    ],
    [
      "Opus",
      Buffer.concat([
        oggPage(0, 2, text("OpusHead\x01\x01")),
        oggPage(48_000 * 75, 4, Buffer.alloc(200)),
        Buffer.alloc(60_000),
      ]),
      75,
    ],
    ["M4A", m4a(120, 120), 120],
    ["M4A whose head names less than its samples", m4a(1, 120), 120],
    ["WebM", webm(45_000), 45],
  ])("is read from %s", (_name, bytes, length) => {
    expect(recordingLength(bytes)).toMatchObject({ seconds: length, known: true });
  });

  it("is read from FLAC by its samples, and by its bytes if it has no sample count", () => {
    // 44,100 Hz, two channels of 16 bits.
    const flac = (samples: number) =>
      Buffer.concat([
        text("fLaC"),
        u32(0x22),
        Buffer.alloc(10),
        u32(0x0ac4_42f0, samples),
        Buffer.alloc(1_764_000),
      ]);
    expect(seconds(flac(44_100 * 30))).toBe(30);
    expect(seconds(flac(0))).toBe(11);
  });

  it("is read from AIFF by its frames", () => {
    const comm = Buffer.concat([
      Buffer.from([0, 1]),
      u32(480_000),
      Buffer.from([0, 16, 0x40, 0x0e]),
      u32(0xbb80_0000, 0),
    ]);
    const bytes = Buffer.concat([
      text("FORM"),
      u32(0),
      text("AIFFCOMM"),
      u32(18),
      comm,
      Buffer.alloc(960_000),
    ]);
    expect(seconds(bytes)).toBe(10);
  });

  it("is the minimum for its bytes if the container has no length or an impossible one", () => {
    expect(recordingLength(Buffer.alloc(6_400_000, 1))).toEqual({ seconds: 100, known: false, plain: false });
    expect(recordingLength(m4a(80_000, 0))).toMatchObject({ seconds: 1, known: false });
    for (const head of ["RIFF", "FORM", "fLaC", "OggS", "\x1a\x45\xdf\xa3", "\0\0\0\x08ftyp", "\xff\xfb\x90"])
      expect(recordingLength(text(head)).known).toBe(false);
  });

  it("is found quickly in files made to be slow", () => {
    const taken = cpuTime(() => {
      recordingLength(Buffer.alloc(25_000_000, 0xff));
      recordingLength(Buffer.concat([mp3(3), Buffer.alloc(25_000_000, 0xff)]));
      recordingLength(
        Buffer.concat([text("\0\0\0\x08ftyp"), Buffer.alloc(24_000_000, text("\0\0\0\x08moov"))]),
      );
      recordingLength(Buffer.alloc(25_000_000, text("OggS")));
    });
    expect(taken).toBeLessThan(2000);
  });
});
