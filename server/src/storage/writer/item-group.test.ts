import { describe, expect, it } from "vitest";
import { packItems, unpackItems } from "./item-group.ts";

const item = (userId: number, id: string, text: string) => ({
  userId,
  id,
  createdAt: 1_790_000_000 + userId,
  json: new Uint8Array(Buffer.from(text)),
});

describe("a group of items", () => {
  it("arrives in the other thread as it was packed", () => {
    const items = [
      item(1, "msg_1", '{"text":"\u2603 \n"}'),
      item(2 ** 40, "rs_2", ""),
      item(3, "fc_3", "{}"),
    ];
    expect(unpackItems(packItems(items))).toEqual(items);
    expect(unpackItems(packItems([]))).toEqual([]);
  });
});
