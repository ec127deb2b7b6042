import { describe, expect, it } from "vitest";
import { createRandom, cutRandomly } from "../../../test/conformance/random-cuts.ts";
import { frameData, holdsValue, SseFrames, splitFrames } from "./sse-frames.ts";

function push(frames: SseFrames, text: string): string {
  return frames.push(Buffer.from(text)).toString("utf8");
}

describe("SseFrames", () => {
  it("gives whole events back byte for byte, however they are cut", () => {
    const random = createRandom(11);
    const ends = ["\n\n", "\r\n\r\n", "\n\r\n"];
    for (let round = 0; round < 300; round++) {
      const wire = Array.from({ length: 1 + Math.floor(random() * 8) }, (_, index) => {
        const text = ["Grüße", "日本語", "😀", "", "[DONE]"][Math.floor(random() * 5)];
        return `${random() < 0.2 ? ": ping\n\n" : ""}data: {"i":${index},"t":"${text}"}${ends[round % 3]}`;
      });
      const bytes = Buffer.from(wire.join(""));
      for (const longest of [1, 2, 3, 40, bytes.length]) {
        const frames = new SseFrames();
        const regions = cutRandomly(bytes, longest, random).map((piece) => frames.push(Buffer.from(piece)));
        expect(frames.rest()).toHaveLength(0);
        expect(Buffer.concat(regions).equals(bytes)).toBe(true);
        for (const region of regions) if (region.length > 0) expect(region.toString()).toMatch(/\n\r?\n$/);
        expect(Buffer.concat(splitFrames(bytes)).equals(bytes)).toBe(true);
      }
    }
  });

  it("keeps half an event, and does not keep the buffer it was given", () => {
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

  it("takes an event of 8 MB in small pieces in good time", () => {
    const frames = new SseFrames();
    const piece = Buffer.alloc(1400, "a");
    const started = performance.now();
    frames.push(Buffer.from("data: "));
    for (let sent = 0; sent < 8_000_000; sent += piece.length) frames.push(piece);
    expect(push(frames, "\n\n").length).toBeGreaterThan(8_000_000);
    // Joined anew with every piece it takes many seconds.
    expect(performance.now() - started).toBeLessThan(1500);
  });

  it("refuses an event beyond 16 MB", () => {
    const frames = new SseFrames();
    const piece = Buffer.alloc(1024 * 1024, "a");
    expect(() => {
      for (let count = 0; count < 17; count++) frames.push(piece);
    }).toThrow(RangeError);
  });
});

describe("splitFrames and frameData", () => {
  it("cut at blank lines and join data lines", () => {
    const frames = splitFrames(Buffer.from(": x\n\nevent: e\ndata: 1\ndata:2\r\n\r\n\ndata: 3\n\n")).map(
      String,
    );
    expect(frames).toEqual([": x\n\n", "event: e\ndata: 1\ndata:2\r\n\r\n", "\ndata: 3\n\n"]);
    expect(frames.map(frameData)).toEqual(["", "1\n2", "3"]);
  });
});

describe("holdsValue", () => {
  const holds = (text: string) => holdsValue(Buffer.from(text), Buffer.from('"usage"'));
  it("sees values with or without spaces, but neither null nor empty ones nor words in texts", () => {
    for (const text of ['{"usage":{}}', '{"usage" : {"a":1}}', '"usage":null,"usage":{}'])
      expect(holds(text)).toBe(true);
    for (const text of [
      '"usage":null',
      '"usage" :  null',
      '"usage":""',
      '"type":"usage"',
      '"\\"usage\\":{}"',
      "",
    ])
      expect(holds(text)).toBe(false);
  });
});
