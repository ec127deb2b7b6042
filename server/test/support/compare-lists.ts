/**
 * Compares lists that must contain the same names.
 * @returns a sentence for every name that is missing from a list; empty if all are equal
 */
export function compareLists(lists: Record<string, readonly string[]>): string[] {
  const all = Object.entries(lists);
  return all.flatMap(([title, names]) =>
    all
      .filter(([other]) => other !== title)
      .flatMap(([other, known]) =>
        names
          .filter((name) => !known.includes(name))
          .map((name) => `${name} is in ${title}, but not in ${other}`),
      ),
  );
}
