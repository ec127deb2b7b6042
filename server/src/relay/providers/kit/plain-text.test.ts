import { expect, it } from "vitest";
import { plainText } from "./plain-text.ts";

it("reads text documents only", () => {
  const data = Buffer.from("Grüße").toString("base64");
  const inline = (mediaType: string) => plainText({ kind: "inline", mediaType, data });
  expect(plainText({ kind: "text", text: "Grüße" })).toBe("Grüße");
  for (const type of ["text/plain", "text/markdown; charset=utf-8", "application/json"])
    expect(inline(type)).toBe("Grüße");
  for (const type of ["application/pdf", "image/png", ""]) expect(inline(type)).toBeUndefined();
  expect(plainText({ kind: "url", url: "https://a.test" })).toBeUndefined();
  expect(plainText({ kind: "id", id: "f" })).toBeUndefined();
});
