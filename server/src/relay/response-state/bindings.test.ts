import { describe, expect, it } from "vitest";
import type { KeyValue } from "../../platform/key-value/key-value.ts";
import { createMemoryKeyValue } from "../../platform/key-value/memory.ts";
import type { ResponseOrigin, ResponseOrigins } from "../ports.ts";
import { createBindings } from "./bindings.ts";

const mine = { userId: 1, channelId: 7, key: 2 };
const theirs = { userId: 2, channelId: 8, key: 0 };
let now = 1_000_000;
const memory = () => createMemoryKeyValue(100_000_000, () => now);
/** One store that several instances share. */
const sharedStore = (): KeyValue => ({ ...memory(), shared: true });

/** Records what was written, queried and published. */
function written() {
  const rows = new Map<string, ResponseOrigin>();
  const requested: (readonly string[])[] = [];
  const published: string[] = [];
  const origins: ResponseOrigins = {
    async find(ids) {
      requested.push(ids);
      return ids.flatMap((id) => rows.get(id) ?? []);
    },
    keep(origin) {
      published.push(origin.id);
      rows.set(origin.id, origin);
    },
  };
  return { origins, rows, requested, published };
}
const instance = (keyValue: KeyValue, origins = written().origins) =>
  createBindings(keyValue, origins, () => now);

describe("createBindings", () => {
  it("finds the origin and owner of an id immediately", () => {
    const { origins, requested } = written();
    const bindings = instance(memory(), origins);
    bindings.bind("resp_1", mine);
    bindings.bind("resp_2", theirs);
    expect(bindings.find(["resp_1", "resp_2"])).toMatchObject([mine, theirs]);
    expect(bindings.find([])).toEqual([]);
    expect(requested).toEqual([]);
  });

  it("keeps an id for thirty days, in memory and in the store", async () => {
    const { origins } = written();
    const bindings = instance(memory(), origins);
    bindings.bind("resp_1", mine);
    now += 15 * 86_400_000;
    const later = instance(memory(), origins);
    expect(await later.find(["resp_1"])).toMatchObject([mine]);
    now += 15 * 86_400_000 - 1;
    expect(bindings.find(["resp_1"])).toMatchObject([mine]);
    expect(later.find(["resp_1"])).toMatchObject([mine]);
    now += 1;
    for (const one of [bindings, later, instance(memory(), origins)])
      expect(await one.find(["resp_1"])).toEqual([undefined]);
  });

  it("distinguishes long ids that differ only at their end", async () => {
    const bindings = instance(memory());
    const long = "x".repeat(10_000);
    bindings.bind(`${long}a`, mine);
    expect(await bindings.find([`${long}a`, `${long}b`])).toMatchObject([mine, undefined]);
  });

  it("stores nothing that a database may reject", () => {
    const { origins, published } = written();
    const bindings = instance(memory(), origins);
    for (const id of ["resp_\u0000", "resp_\ud800", "r".repeat(101), "r\u00e9sp", "resp 1"])
      bindings.bind(id, mine);
    expect(published).toHaveLength(5);
    for (const id of published) expect(id).toMatch(/^[\w-]{43}$/);
    expect(bindings.find(["resp_\u0000"])).toMatchObject([mine]);
  });

  it("caches the newest hundred thousand ids and queries older ones", async () => {
    const { origins, requested } = written();
    const bindings = instance(memory(), origins);
    for (let count = 0; count <= 100_000; count++) bindings.bind(`resp_${count}`, mine);
    expect(bindings.find(["resp_1", "resp_100000"])).toMatchObject([mine, mine]);
    // Learned ids evict those found in the same call.
    expect(await bindings.find(["resp_0", "resp_1"])).toMatchObject([mine, mine]);
    expect(requested).toEqual([["resp_0"]]);
  });

  it("queries other processes for unknown ids first, then the store, once", async () => {
    const store = sharedStore();
    const { origins, requested } = written();
    const [one, two] = [instance(store), instance(store, origins)];
    one.bind("resp_1", mine);
    origins.keep({ id: "resp_2", ...theirs, createdAt: now / 1000 });
    expect(await two.find(["unknown", "resp_1", "resp_2", "unknown"])).toMatchObject([
      undefined,
      mine,
      theirs,
      undefined,
    ]);
    expect(requested).toEqual([["unknown", "resp_2"]]);
    expect(two.find(["resp_1", "resp_2"])).toMatchObject([mine, theirs]);
  });

  it("prefers its own value to one that arrives late", async () => {
    const { origins, rows } = written();
    rows.set("resp_1", { id: "resp_1", ...theirs, createdAt: now / 1000 });
    const bindings = instance(memory(), origins);
    const finding = bindings.find(["resp_1"]);
    bindings.bind("resp_1", mine);
    expect(await finding).toMatchObject([mine]);
    expect(bindings.find(["resp_1"])).toMatchObject([mine]);
  });

  it("publishes repeated ids of a stream once an hour, and a new owner immediately", () => {
    const { origins, published } = written();
    const bindings = instance(memory(), origins);
    for (let count = 0; count < 3; count++) bindings.bind("resp_1", mine);
    expect(published).toHaveLength(1);
    bindings.bind("resp_1", theirs);
    bindings.bind("resp_1", { ...theirs, key: 1 });
    expect(published).toHaveLength(3);
    now += 3_600_000;
    bindings.bind("resp_1", { ...theirs, key: 1 });
    expect(published).toHaveLength(4);
  });

  it("ignores invalid stored values", async () => {
    const store = sharedStore();
    await store.set("bound:resp_1", "one seven two", 60);
    await store.set("bound:resp_2", "7 2", 60);
    expect(await instance(store).find(["resp_1", "resp_2"])).toEqual([undefined, undefined]);
  });
});
