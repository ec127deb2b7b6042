import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { describe, expect, it } from "vitest";
import { decryptResource, isSigned, readSignature, signRequest } from "./sign.ts";

/** The key of the examples in WeChat Pay's documentation. It is used nowhere else. */
const documentedKey = createPrivateKey({
  key: Buffer.from(
    [
      "MIIEogIBAAKCAQEAptpm+qvIDCh/9wjU26SQCK26ogYkBhDrYxnAaw2JbbBsp1oDbHKk+1r381NeBUG2HEFAuU+Fr72u5ot3",
      "yKdzoF/FajAzQNKnm569/D3upKoi8mYBaST15Uig8j8qoUW1U217LL0jEHlSnHV3lcaDTXqDpTRR4Bfz9IqOgJgFZ8/oTfEo",
      "mSrjrLYef81Eyxr7ZIMQXEKKEK7V4UXKS0+/fDsiG/cXidhzt8UbTL9vqXqxM2+IDImyO+FAc/tkBG55LmzxPto1Nq0WbnZz",
      "RM/wTzrd0I/8NlevxtFbphg4evlHjFNI7+GrqR87ViEwuAJJ9Je5QQjct5YJfFRWiZ5CMQIDAQABAoIBAGBi/GhEgezcHIg1",
      "ltlHaFlLGuxsRbUnYwM9phVxnXk7GJlYe2/TjpERjPkIqOC6hBwwadZjJORP3FCcMtc8PKRhjuZ377O7vU0915x2nnyLOGL1",
      "IE2AJ3iLi0ZFzTea0FPgg+5lWHM00s9FYI6qPcGtS41M+xtMWwZiYE3TBBRibHiY8ugGyaNAhiMKehyW05uApjlIF55wwCGx",
      "BkyESJpGRR/6853iHke6Ge+xVcMa9QmQdoH0QqL/8kT28PL568mJJr0Ow/83t4+dPe70YPzKAxgUnaDsHJqO+b8qH69AEs8r",
      "TI5h2Mon6pH+bJT66KUoiXhn+Kf+4LSshenRP10CgYEA1QJSfuFOWVRjrg3N/rAIc/Ak84BTZavbyrkqBSuoTs9i/nMI/hOz",
      "VxpDntg7Bx2Tctl6sZO3GioTxKdc/YYaTKci1TKBbeginpsqEQVgwkMCy8HpvUmRfyAMqLwZC4h9+j+NiZtuoFJDTCgv+WYb",
      "asX+kWYEUM21bnSYuO7yEQsCgYEAyIdPr9uzqPgzN34Tmx+CNTa16VjhBh+zkBtXRLDLhWBeIYxoYNJARD98Pb1XZdvpkZZW",
      "Sk7MfaKo2/DomzyyyB/MbHWwAdFi3yb4y7uMJfyC1MzdUSNN3Vp579hJxHkJ+nN4Ys76yfcEeVOLnvUT1Z0KKCdIWRdT1Lgi",
      "+X1itzMCgYBJUXlPzwGG4fNFj97d0X23Wmt9nSgXkOYgi0eZbAOMzPmIF9R6kBFk49dur4Lx2g5Ms+r1gKC/0sfnIqxxX11i",
      "EQ1+UNoYGJUB/uql3TIG68XkmKR50P7RwRhaZBRC0gJ6xrFTMjsL2ATuC88niyvYvrn3FiRaI9RVZrDCxwxvLQKBgEXW4okE",
      "AqGBuAzGqztmkOnJoTehDdYdKmOxMgapcGiGdKJIjX3THDDoz3ONQyglnEZpTqpYoV3MTfU0BT8zt6x9bqwDnQY1D7NalmIW",
      "cqw0Mri8lQQSQKcsQLWo5aA466G/n5kCL1Qx5OwAjesRvhOyuvvbGpZ0ymyWqQ+tfLkDAoGATcul1L8y5D/wNVP1GXbXMZfB",
      "sFP3bbqy8c+Ashm6g8OLm2mGNntd5Z6h1KkID7Yksh+dZ6t7XaPBtGACXX5Eryr537JVvdX8hAVCp5HVtaN/9VBVP8Ka2e4s",
      "VS/xeNgOMQ7uzhRPBJ8HiTmdI1nHhDnYQpGiBgQn0Z5RAkSvFMk=",
    ].join(""),
    "base64",
  ),
  format: "der",
  type: "pkcs1",
});

describe("signatures of requests, as documented", () => {
  const given = { timestamp: 1554208460, nonce: "593BEC0C930BF1AFEB40B4A08C8FB242" };

  // https://pay.weixin.qq.com/doc/v3/merchant/4012365336
  it("signs a body", () => {
    const body =
      '{"appid":"wxd678efh567hg6787","mchid":"1900007291","description":"Image形象店-深圳腾大-QQ公仔","out_trade_no":"1217752501201407033233368018","notify_url":"https://www.weixin.qq.com/wxpay/pay.php","amount":{"total":100,"currency":"CNY"},"payer":{"openid":"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"}}';
    expect(
      signRequest({ ...given, method: "POST", path: "/v3/pay/transactions/jsapi", body }, documentedKey),
    ).toBe(
      "jnks4dlrPw3ZX+ozVvSK39oa0t7OMBsg83BHAwd8BRdUFiVaQNTLTvci+wURgP1OQBbKYhFGvt7iqYpDSTQkp7Uq1sltaQKyncCyrA1g88m5bsKERQfPyT0ahSwKTYJ1CAn9QiJuSJRq1QsQs07eehbU/k9BCS51jTyc1Jpsi2H77HF9f/BnjXAOP3/sPObg6V5Ee4EzwLox684hhuMuIwHo7D8KFk3LIHOKDcNI4It1aCXydFWNpNK+SG86VUDe5kwoDpw4Ulqfu9z8OFDGbDs9TCxEv8iqQzbpxOlEVoOe2kalSYM5kApQb3nZcxdUtoE0liJGW3RGUNE0t4v01A==",
    );
  });

  // https://pay.weixin.qq.com/doc/v3/merchant/4012365334
  it("signs a path without a body", () => {
    const path = "/v3/refund/domestic/refunds/123123123123";
    expect(signRequest({ ...given, method: "GET", path, body: "" }, documentedKey)).toBe(
      "Lc9VXxmeonkdV8Xk9tmigQFLhl0vRWTerdmoRu01aAnYwIrD/5nsSwE1WlmZGLRlAFTNQ3QsMa0+VRDlJp1Wp5p0nO8EK68b5sJBbjouxaFciIfq1zfDWWz+jqhcMoKXI1A6dPm1AW7D4d30WsMTNzp6g23OXakIsh9LO3lUmwvTuE0BY8ncf6tNGk4wKmvXwERd/ZpoQY3MAVKz+Nakwc+2XBmzT66KcUehU5kr4IvGa/lEU5RZb/q00zP9VLdBhC/jQSX3X1UcJLCtEc4gTmib4tnmAT+bHF/e17ZAuxDNcx6rqT8gNEXqaJGG+1OflMSTU2tpyG65G4dMKdFcoA==",
    );
  });
});

describe("signatures of responses", () => {
  // The text of https://pay.weixin.qq.com/doc/v3/merchant/4013053249.
  const body = Buffer.from('{"code_url":"weixin://wxpay/bizpayurl?pr=JyC91EIz1"}');
  const headers: Record<string, string> = {
    "wechatpay-timestamp": "1722850421",
    "wechatpay-nonce": "d824f2e086d3c1df967785d13fcd22ef",
    "wechatpay-serial": "PUB_KEY_ID_0000000000000024101100397200000006",
    "wechatpay-signature-type": "WECHATPAY2-SHA256-RSA2048",
    "wechatpay-signature": "c2lnbmF0dXJl",
  };
  const read = (given: Record<string, string>, now = 1722850421) =>
    readSignature((name) => ({ ...headers, ...given })[name], now);

  it("reads headers, and reports why they are unusable", () => {
    expect(read({})).toMatchObject({ timestamp: "1722850421", serial: headers["wechatpay-serial"] });
    expect(read({}, 1722850421 + 300)).toMatchObject({ timestamp: "1722850421" });
    expect(read({}, 1722850421 + 301)).toBe("too old");
    expect(read({}, 1722850421 - 301)).toBe("too old");
    expect(read({ "wechatpay-signature-type": "WECHATPAY2-SM2-WITH-SM3" })).toBe("another signature type");
    for (const name of ["timestamp", "nonce", "signature", "serial"])
      expect(read({ [`wechatpay-${name}`]: "" })).toBe("no signature");
  });

  it.each(["../../etc", "5157F09E\n", "PUB_KEY_ID_", "F".repeat(65), "__proto__", "PUB_KEY_ID_1/x"])(
    "reads no serial number such as %j",
    (serial) => expect(read({ "wechatpay-serial": serial })).toBe("no signature"),
  );

  it("verifies time, nonce and body, each on its own line", () => {
    const key = createPublicKey(documentedKey);
    const text = `1722850421\nd824f2e086d3c1df967785d13fcd22ef\n${body.toString()}\n`;
    const signature = {
      timestamp: "1722850421",
      nonce: "d824f2e086d3c1df967785d13fcd22ef",
      serial: "",
      signature: sign("RSA-SHA256", Buffer.from(text), documentedKey).toString("base64"),
    };
    expect(isSigned(signature, body, key)).toBe(true);
    expect(isSigned({ ...signature, timestamp: "1722850422" }, body, key)).toBe(false);
    expect(isSigned({ ...signature, nonce: "d" }, body, key)).toBe(false);
    expect(isSigned(signature, Buffer.alloc(0), key)).toBe(false);
    // WeChat Pay tests callers with such signatures now and then.
    const probe = { ...signature, signature: "WECHATPAY/SIGNTEST/abcd1234" };
    expect(isSigned(probe, body, key)).toBe(false);
  });
});

describe("AES-256-GCM", () => {
  // Test case 14 of "The Galois/Counter Mode of Operation" (McGrew, Viega): zeros under a key of zeros.
  const ciphertext = "zqdAPU1ga24HTsXTuvOdGNDRyKeZmWvwJluYtdSKuRk=";
  const resource = { algorithm: "AEAD_AES_256_GCM", ciphertext, nonce: "\0".repeat(12), associated_data: "" };
  const zeros = Buffer.alloc(32);

  it("decrypts a text with its tag behind it", () => {
    expect(decryptResource(resource, zeros)).toBe("\0".repeat(16));
  });

  it.each([
    ["another algorithm", { algorithm: "AEAD_SM4_GCM" }],
    ["other associated data", { associated_data: "transaction" }],
    ["another nonce", { nonce: "\0".repeat(11) }],
    ["no nonce", { nonce: "" }],
    ["a changed text", { ciphertext: ciphertext.replace("z", "y") }],
    ["a tag cut short", { ciphertext: ciphertext.slice(0, -4) }],
    ["no text", { ciphertext: "" }],
  ])("decrypts nothing with %s", (_, changed) => {
    expect(decryptResource({ ...resource, ...changed }, zeros)).toBeUndefined();
  });

  it("decrypts nothing with another key", () => {
    expect(decryptResource(resource, Buffer.alloc(32, 1))).toBeUndefined();
    expect(decryptResource(resource, Buffer.alloc(16))).toBeUndefined();
  });
});
