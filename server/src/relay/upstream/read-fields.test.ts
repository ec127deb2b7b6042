import fc from "fast-check";
import { expect, it } from "vitest";
import { type KnownFields, readFields } from "./read-fields.ts";

const anyHead = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        "Date",
        "date",
        "Date-X",
        "X-A",
        "Set-Cookie",
        "Content-Length",
        "no name",
        "constructor",
        "",
      ),
      fc.constantFrom(":", ": ", ":\t ", "", " : "),
      fc.constantFrom("1", "2", "1 ", "a: b", "é", "a\rb", "a\nb", "\u0000", ""),
    ),
    { maxLength: 6 },
  )
  .map((fields) => fields.map((field) => field.join("")).join("\r\n"));

/** The fields, or the message of the failure. */
function read(head: string, known?: KnownFields): unknown {
  try {
    return readFields(head, 0, known);
  } catch (error) {
    return (error as Error).message;
  }
}

it("reads a head after any others of the same server as the first one", () => {
  fc.assert(
    fc.property(fc.array(anyHead, { maxLength: 6 }), (heads) => {
      const known: KnownFields = [];
      for (const head of heads) expect(read(head, known)).toEqual(read(head));
    }),
    { numRuns: 3000 },
  );
});

it("remembers a bounded number of fields, and none of a long head", () => {
  const known: KnownFields = [];
  readFields(Array.from({ length: 100 }, (_, i) => `x-${i}: ${i}`).join("\r\n"), 0, known);
  expect(known).toHaveLength(32);
  const none: KnownFields = [];
  readFields(`x-long: ${"a".repeat(5000)}`, 0, none);
  expect(none).toEqual([]);
});
