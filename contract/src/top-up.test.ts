import { describe, expect, it } from "vitest";
import { breakDownTopUp, discountParts, type GatewayFees, moneyText, topUpDiscounts } from "./top-up.ts";

const dollars: GatewayFees = { fixedFee: 0, percentFee: 0, currency: "USD", exchangeRate: 1_000_000 };
const of = (amount: number, fees: Partial<GatewayFees> = {}, discounts = {}) =>
  breakDownTopUp(amount, {
    discounts: discountParts(discounts),
    fees: { ...dollars, ...fees },
    quotaPerUnit: 500_000,
  });

describe("a top-up", () => {
  it("costs its amount and brings its quota", () => {
    expect(of(10)).toMatchObject({ discounted: 1000, fee: 0, total: 1000, pay: 1000, quota: 5_000_000 });
  });

  it("costs amount × discount, and the fees of the gateway on that", () => {
    const price = of(100, { fixedFee: 30, percentFee: 29_000 }, { "100": 0.95 });
    expect(price).toMatchObject({ factor: 950_000, discounted: 9500, fee: 306, total: 9806, pay: 9806 });
  });

  it("uses the discount of exactly its amount, and no prototype property of the table", () => {
    expect(of(99, {}, { "100": 0.5 }).total).toBe(9900);
    expect(of(100, {}, JSON.parse('{"__proto__":{"100":0.1}}') as object).total).toBe(10_000);
  });

  it("is rounded half up to the cent once, then to the smallest unit of the currency", () => {
    expect(of(1, { percentFee: 5000 }).total).toBe(101);
    expect(of(1, { percentFee: 4999 }).total).toBe(100);
    expect(of(1, { currency: "CNY", exchangeRate: 7_305_000 }).pay).toBe(731);
    expect(of(7, { currency: "JPY", exchangeRate: 151_500_000 }).pay).toBe(1061);
  });

  it("adds up to the cent, whatever its amount, discount and fees", () => {
    for (let round = 0; round < 5000; round += 1) {
      const amount = 1 + Math.floor(Math.random() * 1_000_000);
      const fees = {
        fixedFee: Math.floor(Math.random() * 1000),
        percentFee: Math.floor(Math.random() * 300_000),
        currency: "CNY",
        exchangeRate: 1 + Math.floor(Math.random() * 20_000_000),
      };
      const price = of(amount, fees, { [amount]: Math.random() || 1 });
      expect(price.discounted + price.fee).toBe(price.total);
      expect(price.fee).toBeGreaterThanOrEqual(0);
      expect(Number.isSafeInteger(price.pay)).toBe(true);
    }
  });
});

describe("a discount table", () => {
  it("has whole dollars as keys and factors up to 1", () => {
    expect(topUpDiscounts.safeParse({ "10": 0.9, "1000000": 1 }).success).toBe(true);
    for (const wrong of [{ "1.5": 0.9 }, { "-1": 0.9 }, { "10": 0 }, { "10": 1.2 }, { x: 0.5 }, { "٣": 0.5 }])
      expect([wrong, topUpDiscounts.safeParse(wrong).success]).toEqual([wrong, false]);
  });
});

describe("an amount of money", () => {
  it("is written with the decimals of its currency", () => {
    expect([moneyText(1050, "USD"), moneyText(1050, "JPY"), moneyText(7, "CNY")]).toEqual([
      "10.50",
      "1050",
      "0.07",
    ]);
  });
});
