import type { UsageCounts } from "@tollgate/contract/cost";

/**
 * Action for a field that makes the vendor charge more or use another model: removed and named in `x-tollgate-dropped`,
 * rejected with 400, or charged as one use of a tool if the upstream reports none.
 */
export type PaidRule = "strip" | "reject" | { charge: "web_search" | "code_run" };

/** One rule of a provider's list. */
export interface PaidField {
  /**
   * `service_tier`; a path (`prompt.id`, `tools[].model`); a hosted tool by its type or key (`tools.web_search`, or
   * every version of it with `*`); a header's value by its prefix (`x-beta: fast-mode`); or a part of the model's name
   * (`model: :online`).
   * Names are compared without case, underscores and other signs.
   */
  field: string;
  rule: PaidRule;
  /** Values without an extra cost; compared like names. */
  free?: readonly (string | boolean)[];
  /** The rule applies to strings only: a number of the same name has another meaning. */
  textOnly?: boolean;
}

/**
 * Price of a tier as a multiple of the standard price: one for every model, or by the longest prefix of the model's
 * name (`""` for the others).
 */
export type TierRatio = number | Readonly<Record<string, number>>;

/** A provider's list, prepared once. */
export interface PaidFields {
  list: readonly PaidField[];
  /** By the folded name of the top-level field. */
  byRoot: ReadonlyMap<string, readonly PaidPath[]>;
  tools: readonly PaidTool[];
  headers: readonly PaidHeader[];
  /** Parts of model names. */
  models: readonly { paid: PaidField; part: string }[];
  /** Price of the tier that a response reports. Names are folded. */
  tiers: ReadonlyMap<string, TierRatio>;
  /**
   * Deployment names belong to the operator: a response that contains the underlying model's name is not another
   * model's.
   */
  namesDeployments: boolean;
}

export interface PaidPath {
  paid: PaidField;
  /** Folded names below the root; `[]` enters a list. */
  path: readonly string[];
}

export interface PaidTool {
  paid: PaidField;
  /** Folded. */
  name: string;
  /** Every name with this prefix. */
  anyVersion: boolean;
}

export interface PaidHeader {
  paid: PaidField;
  /** Lower case. */
  header: string;
  /** Lower-case prefix of the value. */
  value: string;
}

/** Prepares a list. If a field is listed twice, the last rule wins. */
export function paidFields(
  fields: readonly PaidField[],
  more: { tiers?: Readonly<Record<string, TierRatio>>; namesDeployments?: boolean } = {},
): PaidFields {
  const list = [...new Map(fields.map((paid) => [paid.field, paid])).values()];
  const byRoot = new Map<string, PaidPath[]>();
  const tools: PaidTool[] = [];
  const headers: PaidHeader[] = [];
  const models: { paid: PaidField; part: string }[] = [];
  for (const paid of list) {
    const [header = "", value] = paid.field.split(": ");
    if (value !== undefined && header === "model") models.push({ paid, part: value });
    else if (value !== undefined) headers.push({ paid, header, value });
    else if (paid.field.startsWith("tools.")) {
      const name = foldName(paid.field.slice("tools.".length));
      tools.push({ paid, name, anyVersion: paid.field.endsWith("*") });
    } else {
      const [root = "", ...path] = segmentsOf(paid.field);
      byRoot.set(root, [...(byRoot.get(root) ?? []), { paid, path }]);
    }
  }
  const tiers = new Map(Object.entries(more.tiers ?? {}).map(([tier, ratio]) => [foldName(tier), ratio]));
  return { list, byRoot, tools, headers, models, tiers, namesDeployments: more.namesDeployments ?? false };
}

/** The usual names of the standard tier. `auto` is what an absent field means: the account's own default. */
export const standardTiers = [
  "auto",
  "default",
  "standard",
  "standard_only",
  "on_demand",
  "unspecified",
  "SERVICE_TIER_STANDARD",
  "SERVICE_TIER_UNSPECIFIED",
] as const;

/** For upstreams without such a field: the provider writes their requests field by field. */
export const noPaidFields: PaidFields = paidFields([]);

function segmentsOf(field: string): string[] {
  return field
    .split(".")
    .flatMap((part) => (part.endsWith("[]") ? [foldName(part), "[]"] : [foldName(part)]));
}

/**
 * A name as a lenient parser may compare it: lower-case letters and digits only. Upper case first, because some letters
 * fold to plain ones only that way.
 */
export function foldName(name: string): string {
  const known = folded.get(name);
  if (known !== undefined) return known;
  const plain = name
    .toUpperCase()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  if (folded.size < 1000 && name.length <= 40) folded.set(name, plain);
  return plain;
}

/** Cache: requests repeat the same few names. */
const folded = new Map<string, string>();

/** A tier's price as a multiple of the standard one; 1 for a tier that costs no more or is unknown. */
export function tierRatio(paid: PaidFields, tier: string, model: string): number {
  const ratio = paid.tiers.get(foldName(tier)) ?? 1;
  if (typeof ratio === "number") return ratio;
  const beginnings = Object.keys(ratio).filter((beginning) => model.startsWith(beginning));
  const longest = beginnings.reduce((best, one) => (one.length > best.length ? one : best), "");
  return ratio[longest] ?? 1;
}

/** Tool uses that are charged per use, as requested. */
export type ToolUses = Partial<Pick<UsageCounts, "web_search" | "code_run">>;
