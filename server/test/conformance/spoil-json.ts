const junk: unknown[] = [null, true, -1, 1e308, "", "x", [], [null], {}, { type: "text" }, [[]], "\u0000"];

/** A copy of a JSON value with a field missing or of another type. */
export function spoilJson(value: unknown, random: () => number): unknown {
  const copy = structuredClone(value);
  const places: [Record<string, unknown>, string][] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, entry] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, key]);
      visit(entry);
    }
  };
  visit(copy);
  for (let count = 1 + Math.floor(random() * 2); count > 0 && places.length > 0; count--) {
    const [node, key] = places[Math.floor(random() * places.length)] ?? [{}, ""];
    if (random() < 0.2) delete node[key];
    else node[key] = junk[Math.floor(random() * junk.length)];
  }
  return copy;
}
