import { ownUsername } from "@tollgate/contract/new-username";
import fc from "fast-check";
import { expect, it } from "vitest";
import { usernameForTry, usernameFrom } from "./new-username.ts";

it.each([
  ["octocat", "octocat"],
  ["Ada Lovelace", "Ada-Lovelace"],
  ["ada@example.org", "ada-example.org"],
  ["..ada..", "ada.."],
  ["张三", "lark_张三"],
  ["  x  ", "lark_x"],
  ["Admin", "lark_Admin"],
  ["r00t", "lark_r00t"],
])("keeps of %j what the rules allow", (name, expected) => expect(usernameFrom(name, "lark")).toBe(expected));

it("keeps nothing of a name whose letters are of two scripts", () => {
  expect(usernameFrom("pаypal", "github")).toMatch(/^github_[0-9A-Za-z]{8}$/);
});

it("creates a valid name from any input, on every attempt", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", maxLength: 60 }),
      fc.integer({ min: 1, max: 15 }),
      (name, attempt) => {
        const given = usernameForTry(usernameFrom(name, "github"), attempt);
        expect(ownUsername.safeParse(given)).toEqual({ success: true, data: given });
      },
    ),
  );
});

it("counts up, then uses random names", () => {
  const tries = Array.from({ length: 12 }, (_, index) => usernameForTry("a".repeat(30), index + 1));
  expect(tries.slice(0, 3)).toEqual(["a".repeat(30), `${"a".repeat(28)}_2`, `${"a".repeat(28)}_3`]);
  expect(new Set(tries).size).toBe(12);
});
