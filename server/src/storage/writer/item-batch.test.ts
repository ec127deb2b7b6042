import { describe, expect, it } from "vitest";
import { groupItems } from "./group-items.ts";
import { batchRows, forEachItem, ItemBatch } from "./item-batch.ts";

const at = 1_790_000_000;
const texts = ['{"text":"\u2603 \n"}', "", "{}", "é".repeat(100), "😀"];

/** What a thread gets, as texts. */
const contents = (batch: ItemBatch) =>
  groupItems(batch.pack()).map(({ userId, ids, createdAt, idTime, json }) => ({
    userId,
    id: ids,
    createdAt,
    idTime,
    json: json.toString(),
  }));
const item = (id: string, json: string, createdAt = at) => ({ id, json, createdAt, idTime: 0 });

function filled(): ItemBatch {
  const batch = new ItemBatch();
  texts.forEach((json, index) =>
    batch.add(index === 1 ? 2 ** 40 : 1, item(`msg_${index}`, json, at + index)),
  );
  return batch;
}

const items = texts.map((json, index) => ({
  userId: index === 1 ? 2 ** 40 : 1,
  ...item(`msg_${index}`, json, at + index),
}));

describe("a batch of items", () => {
  it("arrives in the other thread as it was filled", () => {
    expect(contents(filled())).toEqual(items);
    expect(contents(new ItemBatch())).toEqual([]);
  });

  it("leaves out what was dropped", () => {
    const batch = filled();
    batch.drop(0);
    batch.drop(3);
    expect(contents(batch)).toEqual(items.filter((_, index) => index !== 0 && index !== 3));
  });

  it("holds as many bytes as it has room for, whatever they are written with", () => {
    for (const json of ["x".repeat(94), "é".repeat(47), "☃".repeat(31) + "x"]) {
      const batch = new ItemBatch(100);
      expect(batch.add(1, item("msg_ab", `${json}x`))).toBe(false);
      expect(batch.add(1, item("msg_ab", json))).toBe(true);
      expect(batch.add(1, item("", "x"))).toBe(false);
      expect(contents(batch)).toEqual([{ userId: 1, ...item("msg_ab", json) }]);
    }
  });

  it("is full with so many items, and empty once it is cleared", () => {
    const batch = new ItemBatch();
    for (let row = 0; row < batchRows; row++) expect(batch.add(1, item("msg", "{}"))).toBe(true);
    expect([batch.isFull, batch.add(1, item("msg", "{}")), batch.copy(batch, 0)]).toEqual([
      true,
      false,
      false,
    ]);
    batch.drop(0);
    batch.clear();
    expect(batch.add(2, item("msg_2", "[]"))).toBe(true);
    expect(contents(batch)).toEqual([{ userId: 2, ...item("msg_2", "[]") }]);
  });

  it("gives copies of single items to another batch, while they fit", () => {
    const [from, to] = [filled(), new ItemBatch(40)];
    expect([0, 2, 3, 4].map((row) => to.copy(from, row))).toEqual([true, true, false, true]);
    expect(contents(to)).toEqual([items[0], items[2], items[4]]);
  });

  it("finds the last item of a user's id", () => {
    const batch = filled();
    batch.add(1, item("msg_0", "later"));
    batch.add(2, item("msg_0", "another user's"));
    const find = (userId: number, ...ids: string[]) => {
      const found = new Map<string, string>();
      batch.find(userId, new Set(ids), found);
      return Object.fromEntries(found);
    };
    expect(find(1, "msg_0", "msg_3", "msg_1")).toEqual({ msg_0: "later", msg_3: items[3]?.json });
    batch.drop(batch.rows - 2);
    expect(find(1, "msg_0")).toEqual({ msg_0: items[0]?.json });
    expect(find(3, "msg_0")).toEqual({});
  });

  it("counts the bytes of each item", () => {
    const seen: unknown[] = [];
    forEachItem(filled().pack(), (...entry) => seen.push(entry));
    expect(seen).toEqual(items.map(({ userId, id, json }) => [userId, id.length + Buffer.byteLength(json)]));
  });
});
