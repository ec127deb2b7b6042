/** Longer texts are recorded as changed, without either value. */
const longest = 200;

/**
 * The changes of an edit, per field: `[before, after]`, for lists `{ added, removed }`, and only `"changed"` for long
 * texts, objects and the fields named in `secret`. Unchanged fields are left out.
 */
export function auditChanges(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  secret: readonly string[] = [],
): Record<string, unknown> {
  const changes: Record<string, unknown> = {};
  for (const [field, next] of Object.entries(after)) {
    const last = before[field];
    if (JSON.stringify(last) === JSON.stringify(next)) continue;
    changes[field] = secret.includes(field) ? "changed" : describe(last, next);
  }
  return changes;
}

function describe(before: unknown, after: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(after)) {
    return {
      added: after.filter((item) => !before.includes(item)),
      removed: before.filter((item) => !after.includes(item)),
    };
  }
  return isShort(before) && isShort(after) ? [before ?? null, after] : "changed";
}

function isShort(value: unknown): boolean {
  if (typeof value === "string") return value.length <= longest;
  return typeof value !== "object" || value === null;
}
