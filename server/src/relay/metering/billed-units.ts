import {
  completionTokens,
  type CostRates,
  noUsage,
  type PriceTerms,
  type UnitPriceKey,
  unitPriceClasses,
  type UsageCounts,
} from "@tollgate/contract/cost";
import type { SnapshotPrice } from "../../snapshot/relay-snapshot.ts";
import type { AnsweredBy } from "../canonical/answered-by.ts";
import type { DrawnPictures } from "../canonical/image.ts";
import { secondsOfWords } from "../canonical/transcription.ts";
import type { Attempt, AttemptOutcome } from "../exchange.ts";
import type { CallSize } from "../formats/format.ts";
import { unitsMost } from "./check-usage.ts";
import { RelayError } from "../relay-error.ts";

/** Calls with a priced unit of their own, and the tokens that measure the same if the unit has no price. */
const unitsOfCalls = {
  transcription: { unit: "second", count: "seconds", tokens: "input_audio" },
  images: { unit: "picture", count: "pictures", tokens: "output_image" },
  speech: { unit: "character", count: "characters", tokens: "input" },
} as const satisfies Record<string, UnitOfCall>;

export type UnitCount = "seconds" | "pictures" | "characters";

interface UnitOfCall {
  unit: UnitPriceKey;
  count: UnitCount;
  tokens: keyof UsageCounts;
}

const unitOf = (capability: string): UnitOfCall | undefined =>
  (unitsOfCalls as Partial<Record<string, UnitOfCall>>)[capability];

/** Units that calls of a kind count in addition to tokens; undefined: none. */
export function countedUnit(capability: string): UnitCount | undefined {
  return unitOf(capability)?.count;
}

/** Adds the units of a call to its tokens, if its price or one of its rules charges for them. */
export function addUnits(
  { exchange: { format }, route, sent }: Attempt,
  usage: UsageCounts,
  { deliveredText, answeredBy }: Pick<AttemptOutcome, "deliveredText" | "answeredBy">,
): UsageCounts {
  const unit = unitOf(format.capability);
  if (!unit || format.capability === "chat" || !mayCharge(route.price, unit.unit)) return usage;
  switch (unit.count) {
    case "seconds":
      return addSeconds(usage, soundLength(format.measure(sent.body.whole), deliveredText.seconds));
    case "pictures":
      return {
        ...usage,
        pictures: format.measure(sent.body.whole, drawnIn(answeredBy)).pictures?.count ?? 0,
      };
    case "characters":
      return { ...usage, characters: usage.characters || (format.measure(sent.body.whole).characters ?? 0) };
  }
}

/** Images of a response; 0 if it was not parsed. */
export function drawnIn(answeredBy: AnsweredBy | undefined): DrawnPictures {
  const { pictures = noPictures } = answeredBy ?? {};
  return pictures.count > unitsMost.pictures ? { ...pictures, count: 0 } : pictures;
}

const noPictures: DrawnPictures = { count: 0 };

/** Length of a recording, as far as it is known. */
export interface SoundLength {
  seconds: number;
  /** True if it is exact, and not only the minimum that its bytes allow. */
  known: boolean;
}

/** The longer of the recording's container and the last subtitle. `covered`: seconds of the subtitle, 0 for none. */
export function soundLength({ sound }: CallSize, covered = 0): SoundLength {
  const { seconds = 0, known = false } = sound ?? {};
  return { seconds: Math.max(seconds, covered), known: known || covered > 0 };
}

const unknownLength: SoundLength = { seconds: 0, known: false };

/**
 * Bills at least a second per transcript. If the upstream reports no length, uses that of the recording, else an
 * estimate from the words.
 */
export function addSeconds(usage: UsageCounts, { seconds, known }: SoundLength = unknownLength): UsageCounts {
  const estimated = known ? 1 : secondsOfWords(completionTokens(usage));
  return { ...usage, seconds: usage.seconds || Math.max(seconds, estimated) };
}

function mayCharge(price: SnapshotPrice, unit: UnitPriceKey): boolean {
  return (
    price.extra_ratios?.[unit] !== undefined ||
    (price.rules?.some((rule) => rule.extra_ratios?.[unit] !== undefined) ?? false)
  );
}

const units = Object.entries(unitPriceClasses);

/**
 * Rejects a price that has only a unit which this kind of call does not count, e.g. a chat at a price per image: it
 * would be free.
 * @param rates the highest that the call may reach
 * @param counted the unit that the call counts; undefined: only tokens
 * @throws RelayError `price_missing` for such a price
 */
export function rejectUncountedUnit(
  price: SnapshotPrice,
  { kind, rates }: CostRates,
  counted: UnitCount | undefined,
): void {
  if (kind === "times" || rates.input > 0n || rates.output > 0n) return;
  if (counted !== undefined && rates[counted] > 0n) return;
  const [uncounted] = units.find(([, { tokenClass }]) => rates[tokenClass] > 0n) ?? [];
  if (uncounted === undefined) return;
  throw new RelayError(
    "price_missing",
    `The price of ${price.model} is per ${uncounted}, and this call counts none. It needs a price per token or call.`,
    { param: "model" },
  );
}

/**
 * The charged tokens and units of a call at these terms, so that nothing is charged twice.
 * A priced unit replaces the tokens that measure the same; it replaces all tokens if the gateway counted them because
 * the upstream reported no usage. Any other unit is left out.
 */
export function billedUsage(
  capability: string,
  terms: PriceTerms,
  usage: UsageCounts,
  counted: boolean,
): UsageCounts {
  const unit = unitOf(capability);
  if (!unit) return usage;
  const count = usage[unit.count];
  if (terms.extra_ratios?.[unit.unit] === undefined)
    return count === 0 ? usage : { ...usage, [unit.count]: 0 };
  return { ...(counted ? noUsage : usage), [unit.tokens]: 0, [unit.count]: count };
}
