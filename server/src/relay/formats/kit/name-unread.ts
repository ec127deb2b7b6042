import { type Fields, within } from "./check-value.ts";

/** Names of non-null fields that are not among the known ones. */
export function findUnread(fields: Fields, known: ReadonlySet<string>): string[] {
  return Object.keys(fields).filter((key) => fields[key] != null && !known.has(key));
}

/** The same for an object at `path`, added to `unread`. */
export function noteUnread(
  fields: Fields,
  known: ReadonlySet<string>,
  path: string,
  unread: Set<string>,
): void {
  for (const key of Object.keys(fields))
    if (!known.has(key) && fields[key] != null) unread.add(within(path, key));
}

/** Names become part of a response header: only safe characters, and limited in number. */
export function headerNames(names: Iterable<string>): string[] {
  return [...names].slice(0, namesMax).map((name) => name.replace(/[^\w.$[\]-]/g, "?").slice(0, 60) || "?");
}

const namesMax = 30;
