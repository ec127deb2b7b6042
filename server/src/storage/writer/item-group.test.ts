import { describe, expect, it } from "vitest";
import { createItemPacker, unpackItems } from "./item-group.ts";

const item = (userId: number, id: string, text: string) => ({
  userId,
  id,
  createdAt: 1_790_000_000 + userId,
  json: new Uint8Array(Buffer.from(text)),
});
const texts = (items: { json: Uint8Array }[]) => items.map(({ json }) => Buffer.from(json).toString());

describe("a group of items", () => {
  it("arrives in the other thread as it was packed", () => {
    const items = [
      item(1, "msg_1", '{"text":"\u2603 \n"}'),
      item(2 ** 40, "rs_2", ""),
      item(3, "fc_3", "{}"),
    ];
    expect(unpackItems(createItemPacker()(items))).toEqual(items);
    expect(unpackItems(createItemPacker()([]))).toEqual([]);
  });

  it("does not change when the next one is packed", () => {
    const pack = createItemPacker();
    const first = pack([item(1, "a", "first")]);
    const large = pack([item(1, "b", "x".repeat(2_000_000))]);
    pack([item(1, "c", "third")]);
    expect(texts(unpackItems(first))).toEqual(["first"]);
    expect(texts(unpackItems(large))[0]).toHaveLength(2_000_000);
  });
});
