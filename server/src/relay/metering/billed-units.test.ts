import { costRates } from "@tollgate/contract/cost";
import { expect, it } from "vitest";
import { RelayError } from "../relay-error.ts";
import { countedUnit, rejectUncountedUnit } from "./billed-units.ts";

const perPicture = {
  model: "a-model",
  type: "tokens",
  input: 0,
  output: 0,
  extra_ratios: { picture: 0.04 },
} as const;
const reject = (price: typeof perPicture | { input: number }, counted: ReturnType<typeof countedUnit>) => {
  const whole = { ...perPicture, ...price };
  return () => rejectUncountedUnit(whole, costRates(whole, 1), counted);
};

it("rejects a price that has only a unit which the call does not count", () => {
  expect(reject(perPicture, countedUnit("chat"))).toThrow(RelayError);
  expect(reject(perPicture, countedUnit("transcription"))).toThrow(/is per picture/);
  // A speech session counts the seconds that it transcribes.
  expect(reject(perPicture, "seconds")).toThrow(RelayError);
});

it("accepts a price of the unit that the call counts, and one that also charges tokens", () => {
  expect(reject(perPicture, countedUnit("images"))).not.toThrow();
  expect(reject({ input: 1 }, countedUnit("chat"))).not.toThrow();
});
