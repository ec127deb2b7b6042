import type { MatchLogic, ModelInfo } from "@pydantic/genai-prices";

/**
 * Names and wildcards that a model of the package is called by. Dated versions share `name-20*`; nothing covers a whole family, since a
 * newer model with another price must be refused until it has one.
 */
export function namesOf({ id, match }: ModelInfo): string[] {
  const names = new Set(clausesOf(match).flatMap((clause) => namesOfClause(clause)));
  if (matches(match, id)) names.add(id);
  const dated = [...names].flatMap((name) => /^(.+)-20\d{2}-?\d{2}-?\d{2}$/.exec(name)?.[1] ?? []);
  for (const stem of dated) if (names.has(stem)) names.add(`${stem}-20*`);
  return [...names].filter((name) => isOffered(name) && !isCovered(name, names) && !isRespelled(name, names));
}

const clausesOf = (match: MatchLogic): MatchLogic[] => ("or" in match ? match.or : [match]);

function namesOfClause(clause: MatchLogic): string[] {
  if ("equals" in clause) return [clause.equals];
  if ("starts_with" in clause) return stemNames(clause.starts_with);
  // Bedrock's names: `global.vendor.model`, with a date or a version behind.
  if ("contains" in clause && /^[a-z]+\.[a-z]/.test(clause.contains))
    return [...stemNames(clause.contains), `${clause.contains}-v*`];
  if ("regex" in clause) return /^\^([\w-]+(?:\\\.[\w-]+)*)-\\d/.exec(clause.regex)?.[1] ? datedOf(clause.regex) : [];
  return [];
}

/** `^model-1\.5-\d{8}$` is `model-1.5-20*`. */
function datedOf(regex: string): string[] {
  const stem = regex.slice(1, regex.indexOf("-\\d")).replaceAll("\\.", ".");
  return [`${stem}-20*`];
}

function stemNames(stem: string): string[] {
  if (/-\d{4}-?$/.test(stem)) return [`${stem.replace(/-$/, "")}*`];
  if (/[-:@]$/.test(stem)) return stem.endsWith("@") ? [`${stem}*`] : [];
  return [stem, `${stem}-20*`];
}

/** Names of fine-tunes and free samples have prices of their own; the rest are no names of models. */
function isOffered(name: string): boolean {
  return !/^ft:|\.ft-|:free$|^[^a-zA-Z@]|\s/.test(name) && name.length > 2;
}

function isCovered(name: string, names: ReadonlySet<string>): boolean {
  return [...names].some((other) => other !== name && other.endsWith("*") && name.startsWith(other.slice(0, -1)));
}

/** `gpt-5-4` beside `gpt-5.4`: a spelling that the vendor's API does not know. */
function isRespelled(name: string, names: ReadonlySet<string>): boolean {
  return [...names].some(
    (other) => other !== name && other.includes(".") && other.replace(/(\d)\.(\d)/g, "$1-$2") === name,
  );
}

/** Whether a name is the model's, as the package would say. */
function matches(match: MatchLogic, name: string): boolean {
  if ("or" in match) return match.or.some((one) => matches(one, name));
  if ("and" in match) return match.and.every((one) => matches(one, name));
  if ("equals" in match) return match.equals === name;
  if ("starts_with" in match) return name.startsWith(match.starts_with);
  if ("ends_with" in match) return name.endsWith(match.ends_with);
  if ("contains" in match) return name.includes(match.contains);
  return new RegExp(match.regex).test(name);
}
