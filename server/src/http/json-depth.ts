/** Objects inside objects of a body; deeper ones are rejected before any schema walks them. */
export const maxJsonDepth = 32;

/** True if a parsed JSON value is nested deeper than `limit`. Never recurses, so no depth can exhaust the stack. */
export function isDeeperThan(value: unknown, limit: number): boolean {
  let level: object[] = isContainer(value) ? [value] : [];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limit) return true;
    const next: object[] = [];
    for (const container of level) {
      for (const entry of Object.values(container)) if (isContainer(entry)) next.push(entry);
    }
    level = next;
  }
  return false;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
