/** How names of a provider become the names that callers use. */
export interface MappingRules {
  /** Removed from the beginning. */
  prefix: string;
  /** Removed from the end. */
  suffix: string;
  lowerCase: boolean;
  /** Bills at the price of the caller's name: `+` before the provider's. */
  billRequested: boolean;
  /** The provider's names stay callable, too. */
  keepOriginal: boolean;
}

export const noRules: MappingRules = {
  prefix: "",
  suffix: "",
  lowerCase: false,
  billRequested: false,
  keepOriginal: false,
};

/** One line of the preview: the caller's name and what is sent to the provider. */
export interface MappedName {
  requested: string;
  forwarded: string;
}

/**
 * Names that the rules change. A name that another one has or becomes already stays as it is, as does one of which nothing would be
 * left.
 */
export function generateMapping(names: readonly string[], rules: MappingRules): MappedName[] {
  const taken = new Set(names);
  const pairs: MappedName[] = [];
  for (const name of names) {
    const requested = rename(name, rules);
    if (requested === "" || taken.has(requested)) continue;
    taken.add(requested);
    pairs.push({ requested, forwarded: `${rules.billRequested ? "+" : ""}${name}` });
  }
  return pairs;
}

function rename(name: string, { prefix, suffix, lowerCase }: MappingRules): string {
  let text = prefix !== "" && name.startsWith(prefix) ? name.slice(prefix.length) : name;
  if (suffix !== "" && text.endsWith(suffix)) text = text.slice(0, -suffix.length);
  return lowerCase ? text.toLowerCase() : text;
}

/** The models after the rules: renamed ones by their new names, beside or instead of the provider's. */
export function renameModels(
  models: readonly string[],
  pairs: readonly MappedName[],
  keepOriginal: boolean,
): string[] {
  const renamed = new Map(pairs.map((pair) => [pair.forwarded.replace(/^\+/, ""), pair.requested]));
  return models.flatMap((name) => {
    const requested = renamed.get(name);
    if (requested === undefined) return [name];
    return keepOriginal ? [requested, name] : [requested];
  });
}

/** A channel's mapping as JSON text with these pairs added; text that is no JSON object is left alone. */
export function mergeMapping(text: string, pairs: readonly MappedName[]): string {
  if (pairs.length === 0) return text;
  const added = Object.fromEntries(pairs.map(({ requested, forwarded }) => [requested, forwarded]));
  if (text.trim() === "") return JSON.stringify(added, null, 2);
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== "object" || stored === null || Array.isArray(stored)) return text;
    return JSON.stringify({ ...stored, ...added }, null, 2);
  } catch {
    return text;
  }
}
