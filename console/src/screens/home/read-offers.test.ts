import { getHomePageContent } from "@tollgate/contract/site-info";
import { listAvailableModels } from "@tollgate/contract/models";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readContent, readOffers } from "./read-offers";

const price = {
  model: "any-*",
  type: "tokens",
  channel_type: 1,
  input: 1,
  output: 3,
  locked: false,
  extra_ratios: {},
  rules: [],
};
const offer = {
  groups: ["default"],
  owned_by: "OpenAI",
  owner: { type: 1, text: "O", color: "#101010" },
  price,
};

it("reads what the page shows of each model, in the order of the answer", () => {
  const answer = { "gpt-5": offer, old: { ...offer, price: null } };
  expect(readOffers(answer)).toEqual({
    success: true,
    data: [
      { model: "gpt-5", owner: "OpenAI", icon: { text: "O", color: "#101010" }, priced: true },
      { model: "old", owner: "OpenAI", icon: { text: "O", color: "#101010" }, priced: false },
    ],
  });
  expect(readOffers({})).toEqual({ success: true, data: [] });
});

it("rejects an answer that the schema rejects for a field that the page shows", () => {
  const wrong = fc.constantFrom<unknown>(undefined, null, 0, true, "", "text", [], {});
  const fields = fc.constantFrom("owned_by", "owner", "text", "color", "price");
  let rejected = 0;
  fc.assert(
    fc.property(wrong, fields, (value, field) => {
      const one =
        field === "text" || field === "color"
          ? { ...offer, owner: { ...offer.owner, [field]: value } }
          : { ...offer, [field]: value };
      for (const answer of [{ good: offer, one }, { one }]) {
        const bySchema = listAvailableModels.data.safeParse(answer).success;
        // What is inside a price is not looked at.
        if (field === "price" && value !== null && typeof value === "object" && !Array.isArray(value))
          continue;
        if (!bySchema) rejected += 1;
        expect(readOffers(answer).success).toBe(bySchema);
      }
    }),
  );
  expect(rejected).toBeGreaterThan(0);
});

it.each([null, undefined, 1, "text", ["gpt-5"], { "gpt-5": null }, { "gpt-5": [] }])(
  "rejects %j as offers",
  (answer) => {
    expect(listAvailableModels.data.safeParse(answer).success).toBe(false);
    expect(readOffers(answer).success).toBe(false);
  },
);

it.each(["", "# Welcome", null, undefined, 1, ["text"], {}])(
  "reads %j as content as the schema does",
  (answer) => {
    const { data } = getHomePageContent.data.safeParse(answer);
    expect(readContent(answer)).toMatchObject(
      data === undefined ? { success: false } : { success: true, data },
    );
  },
);
