import { describe, expect, it } from "vitest";
import { readApiKey } from "./read-api-key.ts";

const key = (headers: Record<string, string>, query?: string) => readApiKey(headers, query);

describe("the caller's key", () => {
  it("is found wherever an SDK puts it, with and without its prefixes", () => {
    for (const headers of [
      { authorization: "Bearer sk-abc" },
      { authorization: "bearer abc" },
      { authorization: "sk-abc" },
      { "x-api-key": "sk-abc" },
      { "x-goog-api-key": "abc" },
      { "sec-websocket-protocol": "realtime, openai-insecure-api-key.sk-abc, openai-beta.realtime-v1" },
    ])
      expect(key(headers as Record<string, string>)?.key).toBe("abc");
    expect(key({}, "alt=sse&key=sk-abc")?.key).toBe("abc");
    expect(key({ authorization: "Bearer " })).toBeUndefined();
    expect(key({})).toBeUndefined();
  });

  it("may name a channel, exclude one, or name one for raw calls only", () => {
    expect(key({ authorization: "Bearer sk-abc#12" })).toMatchObject({
      key: "abc",
      pinnedChannel: 12,
      pinForRawOnly: false,
    });
    expect(key({ authorization: "Bearer sk-abc#!12" })).toMatchObject({
      pinnedChannel: undefined,
      excludedChannel: 12,
    });
    expect(key({ authorization: "Bearer sk-abc#12#ignore" })).toMatchObject({
      pinnedChannel: 12,
      pinForRawOnly: true,
    });
    expect(key({ authorization: "Bearer sk-abc#twelve" })).toMatchObject({
      pinnedChannel: undefined,
      excludedChannel: undefined,
    });
  });
});
