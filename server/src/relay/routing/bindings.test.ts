import { describe, expect, it } from "vitest";
import type { KeyValue } from "../../platform/key-value/key-value.ts";
import { createMemoryKeyValue } from "../../platform/key-value/memory.ts";
import { createBindings } from "./bindings.ts";

const target = { channelId: 7, key: 2 };
let now = 1_000_000;
const memory = () => createMemoryKeyValue(100_000_000, () => now);
/** One store that several instances see. */
const sharedStore = (): KeyValue => ({ ...memory(), shared: true });

describe("createBindings", () => {
  it("finds at once where an id was made, for the user it was made for", () => {
    const bindings = createBindings(memory(), () => now);
    bindings.bind(1, "resp_1", target);
    expect(bindings.find(1, ["unknown", "resp_1"])).toEqual(target);
    expect(bindings.find(2, ["resp_1"])).toBeUndefined();
    expect(bindings.find(1, [])).toBeUndefined();
  });

  it("keeps an id for thirty days", () => {
    const bindings = createBindings(memory(), () => now);
    bindings.bind(1, "resp_1", target);
    now += 30 * 86_400_000 - 1;
    expect(bindings.find(1, ["resp_1"])).toEqual(target);
    now += 1;
    expect(bindings.find(1, ["resp_1"])).toBeUndefined();
  });

  it("tells apart long ids that differ at their end only", () => {
    const bindings = createBindings(memory(), () => now);
    const long = "x".repeat(10_000);
    bindings.bind(1, `${long}a`, target);
    expect(bindings.find(1, [`${long}a`])).toEqual(target);
    expect(bindings.find(1, [`${long}b`])).toBeUndefined();
  });

  it("keeps the newest hundred thousand", () => {
    const bindings = createBindings(memory(), () => now);
    for (let count = 0; count <= 100_000; count++) bindings.bind(1, `resp_${count}`, target);
    expect(bindings.find(1, ["resp_0"])).toBeUndefined();
    expect(bindings.find(1, ["resp_1"])).toEqual(target);
    expect(bindings.find(1, ["resp_100000"])).toEqual(target);
  });

  it("asks the other instances for what it does not know, once", async () => {
    const store = sharedStore();
    const [one, two] = [createBindings(store, () => now), createBindings(store, () => now)];
    one.bind(1, "resp_1", target);
    expect(await two.find(1, ["unknown", "resp_1"])).toEqual(target);
    expect(two.find(1, ["resp_1"])).toEqual(target);
    expect(await two.find(2, ["resp_1"])).toBeUndefined();
  });

  it("does not believe what it cannot read", async () => {
    const store = sharedStore();
    await store.set("bound:1:resp_1", "seven two", 60);
    expect(await createBindings(store, () => now).find(1, ["resp_1"])).toBeUndefined();
  });
});
