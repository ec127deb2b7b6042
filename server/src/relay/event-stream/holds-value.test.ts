import { describe, expect, it } from "vitest";
import { holdsValue } from "./holds-value.ts";

describe("holdsValue", () => {
  const holds = (text: string) => holdsValue(Buffer.from(text), Buffer.from('"usage"'));
  it("finds values with or without spaces, but not null, empty values or words in texts", () => {
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
