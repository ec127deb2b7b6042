/**
 * The fields of `after` that differ from `before`. An edit sends only these: someone else may have changed the others
 * since the editor was opened.
 */
export function onlyChanges<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T]),
  );
  return Object.fromEntries(changed) as Partial<T>;
}
