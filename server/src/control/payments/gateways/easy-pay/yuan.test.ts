import { describe, expect, it } from "vitest";
import { formatYuan, parseYuan } from "./yuan.ts";

describe("yuan", () => {
  it.each([
    [1, "0.01"],
    [10, "0.10"],
    [100, "1.00"],
    [1999, "19.99"],
    [9_007_199_254_740_991, "90071992547409.91"],
  ])("writes %d fen as %s", (fen, text) => expect(formatYuan(fen)).toBe(text));

  it.each([
    ["1", 100],
    ["1.1", 110],
    ["19.99", 1999],
    ["0.29", 29],
    ["1.1000", 110],
    ["999999999999.99", 99_999_999_999_999],
  ])("reads %s as %d fen", (text, fen) => expect(parseYuan(text)).toBe(fen));

  it.each(["", "0", "0.00", "-1", "+1", "1.", ".5", "1.001", "1e3", "1,00", " 1", "１", "1.00\n", "NaN"])(
    "reads no amount from %j",
    (text) => expect(parseYuan(text)).toBeUndefined(),
  );
});
