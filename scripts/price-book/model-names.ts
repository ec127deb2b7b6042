import type { MatchLogic, ModelInfo } from "@pydantic/genai-prices";

/**
 * Names and wildcards of a model of the package. Dated versions share `name-20*`; nothing covers a whole family, since a
 * newer model with another price must be rejected until it has one.
 */
export function namesOf({ id, match }: ModelInfo): string[] {
  const names = new Set(clausesOf(match).flatMap((clause) => namesOfClause(clause, id)));
  if (matches(match, id)) names.add(id);
  const stems = [...names].flatMap((name) => /^(.+)-20\d{2}-?\d{2}-?\d{2}$/.exec(name)?.[1] ?? []);
  for (const stem of stems) if (names.has(stem)) names.add(`${stem}-20*`);
  return [...names].filter(
    (name) => isOffered(name) && !isCovered(name, names) && !isRespelled(name, id, names),
  );
}

const clausesOf = (match: MatchLogic): MatchLogic[] => ("or" in match ? match.or : [match]);

function namesOfClause(clause: MatchLogic, id: string): string[] {
  if ("equals" in clause) return [clause.equals];
  if ("starts_with" in clause) return stemNames(clause.starts_with, id);
  if ("contains" in clause) return regionNames(clause.contains);
  if ("regex" in clause) return datedNames(clause.regex);
  if ("and" in clause) return clause.and.flatMap((one) => namesOfClause(one, id));
  return [];
}

/** Other beginnings are other spellings, which the vendor's API does not know. */
function stemNames(stem: string, id: string): string[] {
  const family = id.replace(/-(?:latest|0)$/, "");
  if (!stem.startsWith(family) && !family.startsWith(stem)) return [];
  if (/-20\d{2}$/.test(stem)) return [`${stem}*`];
  return /[-:@]$/.test(stem) ? [] : [stem, `${stem}-20*`];
}

/** Bedrock's names: a region, the vendor, the model, then a date or a version. Other regions cost what these do. */
function regionNames(stem: string): string[] {
  if (!/^(?:global\.|us\.|eu\.)?[a-z]+\.[a-z]/.test(stem) || /^(?:au|apac|jp|in)\./.test(stem)) return [];
  if (/-v\d$/.test(stem)) return [`${stem}*`];
  const isUndatedClaude = /\.anthropic\./.test(stem) && !/\d{8}$/.test(stem);
  return isUndatedClaude ? [stem, `${stem}-20*`, `${stem}-v*`] : [`${stem}-v*`];
}

/** `^model-1\.5-\d{8}$` is `model-1.5-20*`. */
function datedNames(regex: string): string[] {
  const stem = /^\^((?:[\w-]|\\\.)+)-\\d\{[48]\}/.exec(regex)?.[1];
  return stem ? [`${stem.replaceAll("\\.", ".")}-20*`] : [];
}

/** Fine-tunes and free samples have prices of their own. */
function isOffered(name: string): boolean {
  return !/^ft:|\.ft-|:free$|:thinking$|^regional\.|\s/.test(name);
}

function isCovered(name: string, names: ReadonlySet<string>): boolean {
  return [...names].some(
    (other) => other !== name && other.endsWith("*") && name.startsWith(other.slice(0, -1)),
  );
}

const hasPoint = (name: string) => /\d\.\d/.test(name);
const withoutPoints = (name: string) => name.replace(/(\d)\.(?=\d)/g, "$1-");

/** `gpt-5-4` beside `gpt-5.4`: of two spellings the one of the model's id counts. */
function isRespelled(name: string, id: string, names: ReadonlySet<string>): boolean {
  if (hasPoint(name) === hasPoint(id)) return false;
  return [...names].some((other) => other !== name && withoutPoints(other) === withoutPoints(name));
}

/** True if the package matches the name to the model. */
function matches(match: MatchLogic, name: string): boolean {
  if ("or" in match) return match.or.some((one) => matches(one, name));
  if ("and" in match) return match.and.every((one) => matches(one, name));
  if ("equals" in match) return match.equals === name;
  if ("starts_with" in match) return name.startsWith(match.starts_with);
  if ("ends_with" in match) return name.endsWith(match.ends_with);
  if ("contains" in match) return name.includes(match.contains);
  return new RegExp(match.regex).test(name);
}
