/** The columns that an edit changes. The others may have been changed by someone else since they were read. */
export function changedColumns<T extends object>(before: T, after: T): Partial<T> {
  const changed = Object.entries(after).filter(([name, value]) => value !== before[name as keyof T]);
  return Object.fromEntries(changed) as Partial<T>;
}
