import { describe, expect, it } from "vitest";
import { readApiKeys } from "./read-api-key.ts";

const key = (headers: Record<string, string>, query?: string) => readApiKeys(headers, query)[0];

describe("the caller's key", () => {
  it("finds the key wherever an SDK sends it, with and without its prefixes", () => {
    for (const headers of [
      { authorization: "Bearer sk-abc" },
      { authorization: "bearer abc" },
      { authorization: "sk-abc" },
      { "x-api-key": "sk-abc" },
      { "x-goog-api-key": "abc" },
      { "mj-api-secret": "sk-abc" },
      { "sec-websocket-protocol": "realtime, openai-insecure-api-key.sk-abc, openai-beta.realtime-v1" },
    ])
      expect(key(headers as Record<string, string>)?.key).toBe("abc");
    expect(key({}, "alt=sse&key=sk-abc")?.key).toBe("abc");
    expect(key({ authorization: "Bearer " })).toBeUndefined();
    expect(key({})).toBeUndefined();
  });

  it("checks the next place if the first has a placeholder, another scheme or another key", () => {
    for (const authorization of ["Bearer undefined", "Bearer null", "Bearer ", "", "Basic dXNlcjpwYXNz"])
      expect(readApiKeys({ authorization, "x-api-key": "sk-abc" }).map(({ key }) => key)).toEqual(["abc"]);
    const several = { authorization: "Bearer sk-other", "x-api-key": "sk-abc", "x-goog-api-key": "sk-third" };
    expect(readApiKeys(several).map(({ key }) => key)).toEqual(["other", "abc"]);
    expect(readApiKeys({ authorization: "Bearer sk-abc", "x-api-key": "abc" })).toHaveLength(1);
  });

  it("reads a suffix that names a channel, excludes one, or names one for raw calls only", () => {
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
