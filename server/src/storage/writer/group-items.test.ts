import { describe, expect, it } from "vitest";
import { groupItems } from "./group-items.ts";
import { ItemBatch } from "./item-batch.ts";

const at = 1_790_000_000;

/** Groups of items given as user, id, text and time in the id. */
function group(...items: [userId: number, id: string, json: string, idTime?: number][]) {
  const batch = new ItemBatch();
  for (const [userId, id, json, idTime = 0] of items)
    expect(batch.add(userId, { id, json, createdAt: at + batch.rows, idTime })).toBe(true);
  return groupItems(batch.pack());
}

describe("groups of items", () => {
  it("have a user's items whose ids contain the same time, in their order", () => {
    const groups = group(
      [1, "a", '"☃"', at],
      [2, "a", "{}", at],
      [1, "b", "", at],
      [1, "c", "3", at + 1],
      [1, "d", "4", at],
    );
    expect(groups).toEqual([
      {
        userId: 1,
        createdAt: at,
        idTime: at,
        items: 3,
        ids: "a b d",
        json: Buffer.from('"☃"\u001e\u001e4'),
      },
      { userId: 2, createdAt: at + 1, idTime: at, items: 1, ids: "a", json: Buffer.from("{}") },
      { userId: 1, createdAt: at + 3, idTime: at + 1, items: 1, ids: "c", json: Buffer.from("3") },
    ]);
    expect(group()).toEqual([]);
  });

  it("have a single item if its id does not contain its time", () => {
    const groups = group([1, "a", "1"], [1, "b", "2", at], [1, "c", "3"], [1, "d", "4", at]);
    expect(groups.map(({ ids, idTime }) => [ids, idTime])).toEqual([
      ["a", 0],
      ["b d", at],
      ["c", 0],
    ]);
  });

  it("stay small: the next item begins another one", () => {
    const groups = group(
      ...Array.from(
        { length: 100 },
        (_, index) => [1, `${index}`, "x".repeat(1000), at] as [number, string, string, number],
      ),
      [1, "large", "x".repeat(100_000), at],
      [1, "last", "{}", at],
    );
    for (const { ids, json } of groups)
      expect(ids.length + json.length, ids).toBeLessThan(ids === "large" ? 101_000 : 33_000);
    expect(groups.flatMap(({ ids }) => ids.split(" "))).toEqual([
      ...Array.from({ length: 100 }, (_, index) => `${index}`),
      "large",
      "last",
    ]);
    expect(groups.map(({ items }) => items).reduce((sum, items) => sum + items)).toBe(102);
    expect(groups.length).toBeLessThan(8);
  });
});
