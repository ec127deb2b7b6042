import { expect, it } from "vitest";
import { supportLink } from "./support-contact";

it.each([
  ["mailto:help@example.org", { href: "mailto:help@example.org", text: "help@example.org" }],
  ["https://help.example.org/", { href: "https://help.example.org/", text: "help.example.org" }],
  ["", undefined],
  ["javascript:alert(1)", undefined],
  ["javascript:alert(1)@example.org", undefined],
])("opens the contact %s as it may be opened", (contact, link) => {
  expect(supportLink(contact)).toEqual(link);
});
