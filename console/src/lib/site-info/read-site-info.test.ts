import { siteDefaults } from "@tollgate/contract/site-defaults";
import { siteInfo } from "@tollgate/contract/site-info";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readSiteInfo } from "./read-site-info";

/** What the schema makes of an answer; undefined if it rejects it. */
const bySchema = (answer: unknown): unknown => siteInfo.safeParse(answer).data;

function byHand(answer: unknown): unknown {
  const reading = readSiteInfo(answer);
  return reading.success ? reading.data : undefined;
}

it("has the schema's fields and defaults", () => {
  expect(Object.keys(siteDefaults).sort()).toEqual(
    Object.keys(siteInfo.shape)
      .filter((name) => name !== "chat_link")
      .sort(),
  );
  expect(byHand({})).toEqual(siteInfo.parse({}));
});

it("reads what the schema reads and rejects what it rejects", () => {
  const value = fc.oneof(
    fc.string(),
    fc.boolean(),
    fc.integer(),
    fc.double(),
    fc.constantFrom(null, undefined, 0, -1, 0.5, [], {}),
  );
  const fields = Object.fromEntries(Object.keys(siteInfo.shape).map((name) => [name, value]));
  // Mostly one field differs from an answer that fits: with more, nearly every answer is rejected.
  const one = fc.tuple(fc.constantFrom(...Object.keys(siteInfo.shape)), value);
  fc.assert(
    fc.property(
      fc.oneof(
        value,
        fc.record(fields),
        one.map(([name, of]) => ({ [name]: of })),
      ),
      (answer) => {
        expect(byHand(answer)).toEqual(bySchema(answer));
      },
    ),
    { numRuns: 2000 },
  );
});

it("leaves unknown fields out", () => {
  expect(byHand({ later: 1 })).toEqual(siteInfo.parse({}));
});
