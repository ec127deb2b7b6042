import { expect, it } from "vitest";
import { namesOf, singularOf } from "./names.ts";

it("turns a name into the forms that code, tables and texts use", () => {
  expect(namesOf("acme-cloud")).toEqual({
    kebab: "acme-cloud",
    camel: "acmeCloud",
    pascal: "AcmeCloud",
    snake: "acme_cloud",
    title: "Acme cloud",
  });
});

it.each(["", "Acme", "acme_cloud", "../acme", "acme-", "-acme", "a/b", "a--b", "a-1"])(
  "rejects %j, which is not kebab-case",
  (name) => {
    expect(() => namesOf(name)).toThrow("is not a kebab-case name");
  },
);

it("rejects names that code cannot use", () => {
  expect(() => namesOf("delete")).toThrow("is a word of JavaScript");
  expect(() => namesOf("a".repeat(41))).toThrow("is longer than 40 characters");
});

it.each([
  ["gift-cards", "gift-card"],
  ["policies", "policy"],
  ["addresses", "address"],
  ["boxes", "box"],
])("calls one of %s a %s", (many, one) => {
  expect(singularOf(many)).toBe(one);
});

it.each(["news-feed", "address"])("rejects %s as the name of several things", (name) => {
  expect(() => singularOf(name)).toThrow("is not a plural noun");
});
