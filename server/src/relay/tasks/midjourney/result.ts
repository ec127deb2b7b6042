import { asFilledText, asList, asObject, asText } from "../../providers/kit/read-json.ts";
import { contentAt, isAddress } from "../address.ts";
import type { TaskChannel, TaskFile } from "../platform.ts";
import { shortName } from "./actions.ts";
import type { Button, MidjourneyResult } from "./read-report.ts";

/** A stored result; each of its parts may be missing. */
export function openResult(result: unknown): Partial<MidjourneyResult> {
  return (asObject(result) ?? {}) as Partial<MidjourneyResult>;
}

export function buttonsOf(result: unknown): Button[] {
  return asList(openResult(result).buttons).filter((one): one is Button => {
    return asFilledText(asObject(one)?.["customId"]) !== undefined;
  });
}

/** Four pictures in one, whose buttons are known where the proxy lists none. */
const grids: ReadonlySet<string> = new Set(["IMAGINE", "VARIATION", "REROLL", "BLEND"]);
const gridButtons = ["U1", "U2", "U3", "U4", "V1", "V2", "V3", "V4", "R"];

/** The buttons that a follow-up may use: their ids, and short names for those of a grid. */
export function offers(result: unknown): string[] {
  const ids = buttonsOf(result).map(({ customId }) => customId);
  if (ids.length > 0) return [...ids, ...ids.flatMap((id) => shortName(id) ?? [])];
  const { imageUrl, action } = openResult(result);
  return isAddress(imageUrl) && grids.has(asText(action)?.toUpperCase() ?? "") ? gridButtons : [];
}

const picture: TaskFile = { variant: "image", kind: "image" };

export function filesOf(result: unknown): TaskFile[] {
  return isAddress(openResult(result).imageUrl) ? [picture] : [];
}

/** The picture at the channel or elsewhere. */
export function contentOf(result: unknown, variant: string | undefined, channel: TaskChannel) {
  const { imageUrl } = openResult(result);
  const isKnown = isAddress(imageUrl) && (variant === undefined || variant === picture.variant);
  return isKnown ? contentAt(imageUrl, channel) : undefined;
}
