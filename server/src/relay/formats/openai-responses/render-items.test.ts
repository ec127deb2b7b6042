import { describe, expect, it } from "vitest";
import type { RenderContext } from "../format.ts";
import { createItemIds, renderItem, timeOfItem } from "./render-items.ts";
import type { WireItem } from "./wire.ts";

const now = 1_790_000_000;
const context: RenderContext = {
  requestedModel: "m",
  requestId: "202611301330161000001VvyEZdS6",
  now,
  wantsStreamUsage: false,
  request: {},
};
const item = (id: string): WireItem => ({ id, type: "reasoning", summary: [] });

describe("ids of items", () => {
  it("contain their time", () => {
    const ids = createItemIds(context);
    const made = [ids.next("msg"), ids.next("fc"), ids.next("call")];
    expect(new Set(made).size).toBe(3);
    expect(made.map(timeOfItem)).toEqual([now, now, now]);
    for (const id of made) {
      expect(id.length).toBeLessThanOrEqual(64);
      expect(renderItem(item(id), ids)).toEqual({ id, json: JSON.stringify(item(id)), idTime: now });
    }
  });

  it.each([
    "msg_1",
    "rs_0b2f4a6c8d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f7a8b9c0d1",
    "msg_202611301330161000001VvyEZdS60000",
    "msg_202611301330161000001VvyEZdS66b0d7a680000 ",
  ])("of vendors and of earlier versions contain none: %s", (id) => {
    expect(timeOfItem(id)).toBeUndefined();
  });

  it("that an upstream chose are not found by the time that they may contain", () => {
    const other = createItemIds({ ...context, now: now + 86_400 * 365 }).next("rs");
    const ids = createItemIds(context);
    expect([ids.next("rs", other), ids.next("rs", "rs_1"), ids.next("rs", 1)].map(ids.timeOf)).toEqual([
      0,
      0,
      now,
    ]);
    expect(timeOfItem(other)).toBe(now + 86_400 * 365);
    expect(renderItem(item(other), ids).idTime).toBe(0);
  });
});
