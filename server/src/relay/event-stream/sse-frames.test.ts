import { describe, expect, it } from "vitest";
import { cpuTime } from "../../../test/support/cpu-time.ts";
import { createRandom, cutRandomly } from "../../../test/conformance/random-cuts.ts";
import { UnreadableAnswer } from "../canonical/unreadable-answer.ts";
import { endOfFrame, frameData, frameTexts, lineEndingOf, SseFrames, startOfFrame } from "./sse-frames.ts";
import { createSseSplitter } from "./sse-splitter.ts";

/** The single events of whole ones, each with its blank line. */
function splitFrames(bytes: Buffer): Buffer[] {
  const text = bytes.toString("latin1");
  const ending = lineEndingOf(bytes);
  const frames: Buffer[] = [];
  for (let at = 0; at < text.length; ) {
    const end = endOfFrame(text, at, ending);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}

function push(frames: SseFrames, text: string): string {
  return frames.push(Buffer.from(text)).toString("utf8");
}

describe("SseFrames", () => {
  it("returns whole events byte for byte, for chunks of any size", () => {
    const random = createRandom(11);
    const ends = ["\n\n", "\r\n\r\n", "\n\r\n", "\r\r"];
    for (let round = 0; round < 300; round++) {
      const wire = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index) => {
        const text = ["Grüße", "日本語", "😀", "", "[DONE]"][Math.floor(random() * 5)];
        return `${random() < 0.2 ? `: ping${ends[round % 4]}` : ""}data: {"i":${index},"t":"${text}"}${ends[round % 4]}`;
      });
      const bytes = Buffer.from(wire.join(""));
      for (const longest of [1, 2, 3, 40, bytes.length]) {
        const frames = new SseFrames();
        const regions = cutRandomly(bytes, longest, random).map((piece) => frames.push(Buffer.from(piece)));
        expect(frames.rest()).toHaveLength(0);
        expect(Buffer.concat(regions).equals(bytes)).toBe(true);
        for (const region of regions)
          if (region.length > 0) expect(region.toString()).toMatch(/\n\r?\n$|\r\r$/);
        expect(Buffer.concat(splitFrames(bytes)).equals(bytes)).toBe(true);
      }
    }
  });

  it("buffers a partial event, and does not retain its input", () => {
    const frames = new SseFrames();
    expect(push(frames, "data: a\n\ndata: b\r")).toBe("data: a\n\n");
    expect(push(frames, "\n")).toBe("");
    const piece = Buffer.from("\r");
    expect(frames.push(piece)).toHaveLength(0);
    piece.fill(0);
    expect(push(frames, "\ndata: c")).toBe("data: b\r\n\r\n");
    expect(frames.rest().toString()).toBe("data: c");
    expect(frames.rest()).toHaveLength(0);
  });

  it("splits an event of 8 MB in small chunks within seconds", () => {
    const frames = new SseFrames();
    const piece = Buffer.alloc(1400, "a");
    const taken = cpuTime(() => {
      frames.push(Buffer.from("data: "));
      for (let sent = 0; sent < 8_000_000; sent += piece.length) frames.push(piece);
      expect(push(frames, "\n\n").length).toBeGreaterThan(8_000_000);
    });
    // Joining it again for every chunk takes many seconds.
    expect(taken).toBeLessThan(8000);
  });

  it("rejects an event beyond 16 MB", () => {
    const frames = new SseFrames();
    const piece = Buffer.alloc(1024 * 1024, "a");
    expect(() => {
      for (let count = 0; count < 17; count++) frames.push(piece);
    }).toThrow(UnreadableAnswer);
  });
});

describe("endOfFrame and frameData", () => {
  it("split at blank lines and join data lines", () => {
    const frames = splitFrames(Buffer.from(": x\n\nevent: e\ndata: 1\ndata:2\r\n\r\n\ndata: 3\n\n")).map(
      String,
    );
    expect(frames).toEqual([": x\n\n", "event: e\ndata: 1\ndata:2\r\n\r\n", "\ndata: 3\n\n"]);
    expect(frames.map(frameData)).toEqual(["", "1\n2", "3"]);
  });
});

describe("startOfFrame", () => {
  it("finds the event of a position, for any line ends", () => {
    for (const end of ["\n\n", "\r\n\r\n", "\n\r\n", "\r\r"]) {
      const events = ["event: e\ndata: one", ": ping", "data: 2"].map(
        (event) => event.replaceAll("\n", end.includes("\n") ? "\n" : "\r") + end,
      );
      const text = events.join("");
      const ending = lineEndingOf(Buffer.from(text));
      let start = 0;
      for (const event of events) {
        for (let at = start; at < start + event.trimEnd().length; at++) {
          expect(startOfFrame(text, at, ending, 0)).toBe(start);
          expect(startOfFrame(text, at, ending, start)).toBe(start);
          expect(endOfFrame(text, at, ending)).toBe(start + event.length);
        }
        start += event.length;
      }
    }
  });

  it("leaves what lies between two events to the former one", () => {
    const text = "data: 1\n\n\n\ndata: 2\n\n";
    expect(startOfFrame(text, text.indexOf("2"), "\n", 0)).toBe(text.lastIndexOf("data"));
    expect(startOfFrame(text, text.indexOf("1"), "\n", 0)).toBe(0);
  });
});

describe("both paths", () => {
  it("parse the same data from a stream with any line ends and chunks of any size", () => {
    const random = createRandom(23);
    for (let round = 0; round < 300; round++) {
      const end = ["\n", "\r\n", "\r"][round % 3]!;
      const wire = Array.from({ length: 1 + Math.floor(random() * 6) }, (_, index) => {
        const before = ["", `: ping${end}${end}`, `event: e${end}`, `id: 7${end}`][Math.floor(random() * 4)];
        const text = ["Grüße", "日本語", "😀", ""][Math.floor(random() * 4)];
        const more = random() < 0.3 ? `data:${index}${end}` : random() < 0.2 ? `data${end}` : "";
        return `${before}data: {"t":"${text}"}${end}${more}${end}`;
      });
      const bytes = Buffer.from((round % 5 === 0 ? "\ufeff" : "") + wire.join(""));
      const splitter = createSseSplitter();
      const events = [...splitter.push(bytes), ...splitter.end()].map(({ data }) => data);
      const frames = new SseFrames();
      const regions = [...cutRandomly(bytes, 1 + (round % 50), random)].map((piece) =>
        frames.push(Buffer.from(piece)),
      );
      const read = (texts: string[]) => texts.map(frameData).filter((data) => data !== "");
      expect(read(regions.flatMap((region) => splitFrames(region)).map(String))).toEqual(events);
      expect(read(regions.flatMap((region) => frameTexts(region.toString())))).toEqual(events);
    }
  });

  it("reject an event that is too large with the same error", () => {
    const large = Buffer.alloc(17 * 1024 * 1024, "a");
    const sentence = "an event of the stream is larger than 16 MB";
    expect(() => new SseFrames().push(large)).toThrow(new UnreadableAnswer(sentence));
    expect(() => createSseSplitter().push(large)).toThrow(new UnreadableAnswer(sentence));
  });
});
