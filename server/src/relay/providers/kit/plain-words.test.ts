import { expect, it } from "vitest";
import { plainWords } from "./plain-words.ts";

it("reads documents of words, and no others", () => {
  const data = Buffer.from("Grüße").toString("base64");
  const inline = (mediaType: string) => plainWords({ kind: "inline", mediaType, data });
  expect(plainWords({ kind: "text", text: "Grüße" })).toBe("Grüße");
  for (const type of ["text/plain", "text/markdown; charset=utf-8", "application/json"])
    expect(inline(type)).toBe("Grüße");
  for (const type of ["application/pdf", "image/png", ""]) expect(inline(type)).toBeUndefined();
  expect(plainWords({ kind: "url", url: "https://a.test" })).toBeUndefined();
  expect(plainWords({ kind: "id", id: "f" })).toBeUndefined();
});
