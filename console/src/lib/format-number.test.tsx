import { beforeAll, describe, expect, it } from "vitest";
import {
  abbreviateNumber,
  exactDuration,
  formatCost,
  formatDollars,
  formatDuration,
  formatNumber,
  formatRatio,
  formatShare,
  formatBillLine,
  formatUnitPrice,
} from "./format-number";
import { changeLanguage, startI18n } from "./i18n/i18n";

beforeAll(async () => {
  await startI18n();
  await changeLanguage("en_US");
});

describe("numbers", () => {
  it("have separators where they are whole, and a letter where they are short", () => {
    expect([0, 999, 9_999, 1_234_567].map((value) => formatNumber(value))).toEqual([
      "0",
      "999",
      "9,999",
      "1,234,567",
    ]);
    expect(
      [0, 9_999, 10_000, 999_949, 999_950, 1_250_000, 999_950_000, -12_345].map(abbreviateNumber),
    ).toEqual(["0", "9,999", "10.0k", "999.9k", "1.0M", "1.3M", "1.0B", "-12.3k"]);
  });

  it("of money have cents, unit prices have all their digits", () => {
    expect([1234.5, 0, -0.256, -0.001].map(formatDollars)).toEqual(["$1,234.50", "$0.00", "-$0.26", "$0.00"]);
    expect([2.5, 0.075, 0.00000125].map(formatUnitPrice)).toEqual(["$2.50", "$0.075", "$0.00000125"]);
    expect([0.00003, 0.0000225, 1.5].map(formatBillLine)).toEqual(["$0.000030", "$0.0000225", "$1.500000"]);
  });

  it("of nothing have no decimals where a cost has six", () => {
    const format = { quotaPerUnit: 500_000, displayInCurrency: true };
    expect([0, 15, -15, 500_000].map((quota) => formatCost(quota, format))).toEqual([
      "$0",
      "$0.000030",
      "-$0.000030",
      "$1.000000",
    ]);
    expect(formatCost(0, { ...format, displayInCurrency: false })).toBe("0");
    expect(formatBillLine(0)).toBe("$0");
  });

  it("of durations never show sixty seconds or a thousand milliseconds", () => {
    const shown = [0, 999.4, 999.6, 1_000, 59_940, 59_960, 119_600, 3_599_600, 7_320_000].map(formatDuration);
    expect(shown).toEqual([
      "0 ms",
      "999 ms",
      "1.0 s",
      "1.0 s",
      "59.9 s",
      "1 min 0 s",
      "2 min 0 s",
      "1 h 0 min",
      "2 h 2 min",
    ]);
    expect(exactDuration(3_215.4)).toBe("3,215 ms");
  });

  it("of shares and multiples have their sign", () => {
    expect([0, 0.034, 0.42, 1].map(formatShare)).toEqual(["0%", "3.4%", "42%", "100%"]);
    expect([1, 1.5, 0.125].map(formatRatio)).toEqual(["× 1", "× 1.5", "× 0.125"]);
  });
});

describe("the console's source", () => {
  /** Numbers that are not shown: coordinates of a drawing, and text that is parsed again. */
  const exempt = ["../design-system/sparkline/sparkline.tsx", "../design-system/amount-field/amount.ts"];
  const sources = import.meta.glob<string>(["../**/*.{ts,tsx}", "!../**/*.test.{ts,tsx}"], {
    query: "?raw",
    import: "default",
    eager: true,
  });

  it("formats numbers only with this file and the contract's quota", () => {
    const others = Object.entries(sources)
      .filter(([file]) => !exempt.includes(file) && file !== "./format-number.ts")
      .filter(([, text]) => /\.toFixed\(|\.toLocaleString\(|Intl\.NumberFormat/.test(text))
      .map(([file]) => file);
    expect(others).toEqual([]);
    expect(Object.keys(sources).length).toBeGreaterThan(300);
  });
});
