import { describe, expect, it } from "vitest";
import { isSigned, sign } from "./sign.ts";

describe("the signature of easy-pay", () => {
  const fields = {
    pid: "1001",
    money: "1.00",
    name: "测试 a+b",
    out_trade_no: "20160806151343349",
    param: "",
  };

  it("is MD5 of sorted, raw, filled fields and the key", () => {
    // printf 'money=1.00&name=测试 a+b&out_trade_no=20160806151343349&pid=1001secret' | md5sum
    const expected = "7e6a8d43d065365e0a2e523a104e03cb";
    expect(sign({ ...fields, sign: "x", sign_type: "MD5" }, "secret")).toBe(expected);
    expect(isSigned({ ...fields, sign: expected }, "secret")).toBe(true);
    expect(isSigned({ ...fields, sign: expected.toUpperCase() }, "secret")).toBe(false);
  });

  it("never verifies with an empty key, or without a signature", () => {
    expect(isSigned({ ...fields, sign: sign(fields, "") }, "")).toBe(false);
    expect(isSigned(fields, "secret")).toBe(false);
    expect(isSigned({ ...fields, sign: "" }, "secret")).toBe(false);
  });
});
