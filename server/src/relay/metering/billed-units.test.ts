import { costRates } from "@tollgate/contract/cost";
import { expect, it } from "vitest";
import { RelayError } from "../relay-error.ts";
import { countedUnit, refuseUncountedUnit } from "./billed-units.ts";

const perPicture = {
  model: "a-model",
  type: "tokens",
  input: 0,
  output: 0,
  extra_ratios: { picture: 0.04 },
} as const;
const refuse = (price: typeof perPicture | { input: number }, counted: ReturnType<typeof countedUnit>) => {
  const whole = { ...perPicture, ...price };
  return () => refuseUncountedUnit(whole, costRates(whole, 1), counted);
};

it("refuses a price of nothing but a unit that the call does not count", () => {
  expect(refuse(perPicture, countedUnit("chat"))).toThrow(RelayError);
  expect(refuse(perPicture, countedUnit("transcription"))).toThrow(/is per picture/);
  // A session of speech counts seconds of what it transcribes.
  expect(refuse(perPicture, "seconds")).toThrow(RelayError);
});

it("takes a price of the unit that the call counts, and one that charges tokens too", () => {
  expect(refuse(perPicture, countedUnit("images"))).not.toThrow();
  expect(refuse({ input: 1 }, countedUnit("chat"))).not.toThrow();
});
