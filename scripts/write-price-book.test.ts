import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { namesOf } from "./price-book/model-names.ts";
import { bookFile, priceBookText } from "./write-price-book.ts";

describe("the price book", () => {
  it("is what `npm run prices` writes from the installed package and the additions", () => {
    expect(readFileSync(bookFile, "utf8") === priceBookText(), "run `npm run prices`").toBe(true);
  });
});

describe("the names of a model of the package", () => {
  const named = (id: string, ...or: object[]) => namesOf({ id, match: { or } as never, prices: {} });

  it("are the vendor API's names, with dated ones merged", () => {
    const spellings = ["m-1.5", "m-1-5", "m-1.5-2026-03-05"].map((equals) => ({ equals }));
    expect(named("m-1.5", ...spellings)).toEqual(["m-1.5", "m-1.5-20*"]);
    expect(named("m", { equals: "m" }, { regex: "^m-\\d{8}$" })).toEqual(["m", "m-20*"]);
  });

  it("never cover a newer model of the family", () => {
    expect(named("m-latest", { starts_with: "m" })).toEqual(["m", "m-20*", "m-latest"]);
    expect(named("m-4-0", { starts_with: "m-4-2025" }, { equals: "m-4" })).toEqual(["m-4-2025*", "m-4"]);
  });

  it("leave out fine-tunes, free samples and other beginnings", () => {
    expect(named("m", { equals: "ft:m" }, { equals: "m:free" }, { starts_with: "other-m" })).toEqual([]);
  });
});
