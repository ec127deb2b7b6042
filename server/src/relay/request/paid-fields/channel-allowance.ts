import { foldName } from "../../canonical/paid-fields.ts";
import type { SnapshotChannel } from "../../../snapshot/relay-snapshot.ts";
import type { Allowance } from "./find-paid-fields.ts";

/**
 * Fields that a channel allows at a multiple of the price (`plugin.paid_fields`): with any value, or with one
 * (`service_tier=priority`). A ratio that is not a number above zero allows nothing.
 */
export function channelAllowance({ plugin }: Pick<SnapshotChannel, "plugin">): Allowance {
  const given = plugin.paid_fields;
  if (given === undefined) return allowNothing;
  let known = read.get(given);
  if (!known) {
    known = readRatios(given);
    read.set(given, known);
  }
  const ratios = known;
  return (field, value) => {
    const name = foldName(field);
    const exact = typeof value === "string" ? ratios.get(`${name}=${foldName(value)}`) : undefined;
    return exact ?? ratios.get(name);
  };
}

const allowNothing: Allowance = () => undefined;
const read = new WeakMap<object, Map<string, number>>();

function readRatios(given: Readonly<Record<string, unknown>>): Map<string, number> {
  const ratios = new Map<string, number>();
  for (const [key, text] of Object.entries(given)) {
    const ratio = Number(text);
    if (!(ratio > 0) || !Number.isFinite(ratio)) continue;
    const [field = "", value] = key.split("=");
    ratios.set(value === undefined ? foldName(field) : `${foldName(field)}=${foldName(value)}`, ratio);
  }
  return ratios;
}
