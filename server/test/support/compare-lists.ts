/**
 * Lists that must name the same things, by what they are called in a message.
 * @returns a sentence for every name that one list has and another one lacks; nothing if all agree
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
