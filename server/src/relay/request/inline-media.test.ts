import { describe, expect, it } from "vitest";
import type { FileBlock, ImageBlock } from "../canonical/chat.ts";
import { noAccount } from "../../platform/memory-budget.ts";
import { inlineMedia } from "./inline-media.ts";

const holding = (mediaType: string) => async () => ({ mediaType, bytes: Buffer.from("x") });
const picture = (url: string, mediaType?: string): ImageBlock => ({
  type: "image",
  source: { kind: "url", url, ...(mediaType !== undefined && { mediaType }) },
});
const file = (url: string, mediaType?: string): FileBlock => ({
  type: "file",
  source: { kind: "url", url, ...(mediaType !== undefined && { mediaType }) },
});

describe("a URL whose content is fetched", () => {
  it.each([
    ["a video instead of an image", picture("https://a.test/b"), "video/mp4"],
    ["a video with an image's extension", picture("https://a.test/b.png", "image/png"), "video/mp4"],
    ["audio instead of an image", picture("https://a.test/b"), "audio/mpeg"],
    ["a PDF instead of an image", picture("https://a.test/b"), "application/pdf"],
    ["a video instead of a document", file("https://a.test/b", "application/pdf"), "video/mp4"],
  ])("is rejected if it costs more than was reserved for it: %s", async (_what, block, found) => {
    const rejected = inlineMedia([block], holding(found), noAccount);
    await expect(rejected).rejects.toThrow(/which neither its address nor the request says/);
  });

  it.each([
    [picture("https://a.test/b"), "image/png"],
    [picture("https://a.test/b"), "application/octet-stream"],
    [picture("https://a.test/b.pdf"), "application/pdf"],
    [file("https://a.test/b"), "application/pdf"],
    [file("https://a.test/b.mp4?x=1"), "video/mp4"],
    [file("https://a.test/b", "video/mp4"), "video/webm"],
  ])("is accepted otherwise: %j with %s", async (block, found) => {
    await inlineMedia([block], holding(found), noAccount);
    expect(block.source).toMatchObject({ kind: "inline", mediaType: found });
  });
});
