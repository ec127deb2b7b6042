import { expect, it } from "vitest";
import { aChannelView } from "../../../../test/conformance/provider-conformance.ts";
import { addCustomParameters } from "./add-custom-parameters.ts";

function add(body: object, customParameters: Record<string, unknown>, nested?: readonly string[]): unknown {
  const changed = structuredClone(body) as Record<string, unknown>;
  addCustomParameters(changed, aChannelView({ customParameters }), "m", nested);
  return changed;
}

it("adds unset fields, and overwrites set ones only if the channel says so", () => {
  const body = { model: "m", a: 1, b: null };
  expect(add(body, { a: 2, b: 2, c: 3, model: "n" })).toEqual({ model: "m", a: 1, b: null, c: 3 });
  expect(add(body, { a: 2, overwrite: true })).toEqual({ model: "m", a: 2, b: null });
});

it("merges named objects field by field, and treats any other as one value", () => {
  const body = { options: { seed: 1 }, format: { x: 1 } };
  const custom = { options: { seed: 2, size: 3 }, format: { y: 2 } };
  expect(add(body, custom, ["options"])).toEqual({ options: { seed: 1, size: 3 }, format: { x: 1 } });
  expect(add(body, { ...custom, overwrite: true }, ["options"])).toEqual({
    options: { seed: 2, size: 3 },
    format: { y: 2 },
  });
});

it("removes forbidden fields, even those that the channel adds", () => {
  const custom = { a: 1, c: 1, remove_params: ["a", "b.x", "model"] };
  expect(add({ model: "m", b: { x: 1, y: 2 } }, custom)).toEqual({ model: "m", b: { y: 2 }, c: 1 });
});
