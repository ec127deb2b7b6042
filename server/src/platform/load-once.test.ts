import { expect, it } from "vitest";
import { loadOnce } from "./load-once.ts";

it("loads once for concurrent and later calls", async () => {
  let loads = 0;
  const load = loadOnce(async () => (loads += 1));
  expect(await Promise.all([load(), load()])).toEqual([1, 1]);
  expect(await load()).toBe(1);
});

it("loads again after a failure", async () => {
  let loads = 0;
  const load = loadOnce(async () => {
    loads += 1;
    if (loads === 1) throw new Error("too many open files");
    return loads;
  });
  const failed = await Promise.allSettled([load(), load()]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect([await load(), await load()]).toEqual([2, 2]);
});
