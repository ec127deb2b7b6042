import { crc32, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { makeImage, makeSong } from "./make-media.ts";
import { provider } from "./index.ts";

function read(url: string): Promise<{ status: number; type: string | undefined; bytes: Buffer }> {
  return new Promise((resolve) => {
    const heard = { status: 0, type: undefined as string | undefined, bytes: Buffer.alloc(0) };
    provider.local?.(
      { method: "GET", url, headers: {} },
      {
        head: (status, headers) => Object.assign(heard, { status, type: headers["content-type"] }),
        data: (chunk) => {
          heard.bytes = Buffer.concat([heard.bytes, chunk]);
        },
        end: () => resolve(heard),
      },
    );
  });
}

/** Chunks of a PNG by name; fails on a wrong checksum. */
function chunksOf(png: Buffer): Map<string, Buffer> {
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const end = at + 8 + png.readUInt32BE(at);
    expect(png.readUInt32BE(end)).toBe(crc32(png.subarray(at + 4, end)));
    chunks.set(png.toString("latin1", at + 4, at + 8), png.subarray(at + 8, end));
    at = end + 4;
  }
  return chunks;
}

describe("are whole images, a different one for each number", () => {
  it("are whole pictures, another one for each number", async () => {
    const { status, type, bytes } = await read("http://sandbox.invalid/pictures/3.png");
    expect([status, type]).toEqual([200, "image/png"]);
    const chunks = chunksOf(bytes);
    expect([...chunks.keys()]).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    const width = chunks.get("IHDR")?.readUInt32BE(0) ?? 0;
    expect(inflateSync(chunks.get("IDAT") ?? Buffer.alloc(0))).toHaveLength(width * (width + 1));
    expect(makeImage(3)).toEqual(bytes);
    expect(makeImage(4)).not.toEqual(bytes);
  });

  it("are audio files whose header contains their length", async () => {
    const { type, bytes } = await read("http://sandbox.invalid/songs/1.wav");
    expect(type).toBe("audio/wav");
    expect(bytes.readUInt32LE(4)).toBe(bytes.length - 8);
    expect(bytes.readUInt32LE(40)).toBe(bytes.length - 44);
    expect(makeSong(2)).not.toEqual(bytes);
  });
});
