import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { Fixtures, readProblems } from "../../../../test/conformance/read-fixtures.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import type { VideoCall } from "../../canonical/video.ts";
import { CannotServe } from "../provider.ts";
import { provider } from "./index.ts";
import { signJwt } from "./sign-jwt.ts";

const channel = aChannelView({ key: "access|secret" });
const fixtures = new Fixtures(new URL("./__fixtures__/", import.meta.url));
const now = 1_790_000_000_123;
const call: VideoCall = {
  model: "kling-video_kling-v2-1_pro_10",
  prompt: "a toll gate",
  seconds: 10,
  size: "1080x1920",
};

describe("kling", () => {
  it("signs a token for the two parts of its key, valid for half an hour", () => {
    const [header = "", payload = "", signature] = signJwt("access|secret", now).split(".");
    const read = (part: string): unknown => JSON.parse(Buffer.from(part, "base64url").toString());
    expect(read(header)).toEqual({ alg: "HS256", typ: "JWT" });
    expect(read(payload)).toEqual({ iss: "access", exp: 1_790_001_800, nbf: 1_789_999_995 });
    expect(signature).toBe(createHmac("sha256", "secret").update(`${header}.${payload}`).digest("base64url"));
  });

  it("sends a one-part key unchanged", () => {
    const request = provider.videos!.buildRequest(call, aChannelView({ key: "api-key" }));
    expect(request.headers.authorization).toBe("Bearer api-key");
    expect(request.sign).toBeUndefined();
  });

  it("supports the mode and length in the model's name only", () => {
    const request = provider.videos!.buildRequest(call, channel);
    request.sign?.(request, now);
    expect(request.url).toBe("https://upstream.test/v1/videos/text2video");
    expect(request.headers.authorization).toBe(`Bearer ${signJwt(channel.key, now)}`);
    expect(JSON.parse(String(request.body))).toEqual({
      model_name: "kling-v2-1",
      mode: "pro",
      prompt: "a toll gate",
      duration: "10",
      aspect_ratio: "9:16",
    });
    for (const [param, wrong] of [
      ["seconds", { seconds: 5 }],
      ["size", { size: "1280x720" }],
      ["model", { model: "kling-v2-1" }],
      ["id", { remixOf: "84" }],
    ] as const)
      expect(() => provider.videos!.buildRequest({ ...call, ...wrong }, channel)).toThrow(
        expect.objectContaining({ name: CannotServe.name, param }),
      );
  });

  it("generates a video from an image in the image's shape", () => {
    const image = { name: "a.png", mediaType: "image/png", bytes: Buffer.from([1, 2, 3]) };
    const request = provider.videos!.buildRequest({ ...call, image }, channel);
    expect(request.url).toBe("https://upstream.test/v1/videos/image2video");
    expect(JSON.parse(String(request.body))).toMatchObject({ image: "AQID" });
    expect(JSON.parse(String(request.body))).not.toHaveProperty("aspect_ratio");
    expect(provider.videos!.buildQuery("84", channel, true).url).toBe(`${request.url}/84`);
  });

  it("is checked by its list of tasks, which is free", () => {
    const request = provider.check!.buildCheck(channel);
    request.sign?.(request, now);
    expect([request.method, request.url]).toEqual([
      "GET",
      "https://upstream.test/v1/videos/text2video?pageNum=1&pageSize=1",
    ]);
    expect(request.headers.authorization).toMatch(/^Bearer ey/);
    expect(() => provider.check!.readCheck({ code: 0, data: [] })).not.toThrow();
    for (const other of [{}, null, [], { code: 1002 }, { data: [] }])
      expect(() => provider.check!.readCheck(other)).toThrow(UnreadableAnswer);
  });

  it("reads a finished video", () => {
    const body = fixtures.read("video.json");
    const report = provider.videos!.readReport({ status: 200, headers: {}, body });
    expect(report).toEqual(fixtures.expected("video.json"));
  });

  it("reports the problem", () => {
    for (const { problem, expected } of readProblems(provider, fixtures))
      expect(problem).toMatchObject(expected);
  });
});
