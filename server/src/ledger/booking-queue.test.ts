import { expect, it, vi } from "vitest";
import { type RowWriter, unpackRows } from "./store/pack-rows.ts";
import { type ChargedRow, noCharge } from "./store/usage-store.ts";
import { WriterError } from "../storage/writer/writer-error.ts";
import { createBookingQueue } from "./booking-queue.ts";
import { emptyUsageRow } from "./usage-row.ts";

const row = (requestId: string, content = ""): ChargedRow => ({
  ...emptyUsageRow,
  request_id: requestId,
  content,
  ...noCharge,
  quota: 1,
});

const storeOf = (commit: (rows: ChargedRow[]) => Promise<void>): RowWriter => ({
  commit: (rows) => commit(unpackRows(rows)),
});
const noStore = storeOf(async () => {});

it("books everything although one row's values are rejected, that row without its texts", async () => {
  const booked: ChargedRow[] = [];
  const store = storeOf(async (rows) => {
    if (rows.some((entry) => entry.content === "poison")) throw new WriterError("22021", true);
    booked.push(...rows);
  });
  const queue = createBookingQueue(store, () => {});
  for (let i = 0; i < 9; i++) queue.push(row(`r${i}`, i === 4 ? "poison" : "fine"));
  await queue.flush();
  expect(booked.map((entry) => entry.request_id).sort()).toEqual(
    Array.from({ length: 9 }, (_, i) => `r${i}`),
  );
  expect(booked.find((entry) => entry.request_id === "r4")?.content).toBe("");
  expect(queue.pending).toBe(0);
});

it("books a row without its texts also if the database is away when it is their turn", async () => {
  const booked: ChargedRow[] = [];
  let failures = 2;
  const store = storeOf(async (rows) => {
    if (rows.some((entry) => entry.content === "poison")) throw new WriterError("22021", true);
    if (failures-- > 0) throw new WriterError("connection refused", false);
    booked.push(...rows);
  });
  const queue = createBookingQueue(store, () => {});
  queue.push(row("r1", "poison"));
  await queue.flush();
  expect(booked).toMatchObject([{ request_id: "r1", content: "", quota: 1 }]);
});

it("retries with the same rows while the database is unreachable", async () => {
  let failures = 3;
  const groups: string[][] = [];
  const store = storeOf(async (rows) => {
    groups.push(rows.map((entry) => entry.request_id));
    if (failures-- > 0) throw new WriterError("connection refused", false);
  });
  const queue = createBookingQueue(store, () => {});
  queue.push(row("a"));
  queue.push(row("b"));
  await queue.flush();
  expect(groups).toEqual([
    ["a", "b"],
    ["a", "b"],
    ["a", "b"],
    ["a", "b"],
  ]);
});

it("collects what comes while a group is written, and writes nothing of it early", async () => {
  vi.useFakeTimers();
  try {
    const groups: string[][] = [];
    const ends: (() => void)[] = [];
    const store = storeOf((rows) => {
      groups.push(rows.map((entry) => entry.request_id));
      return new Promise((resolve) => ends.push(resolve));
    });
    const queue = createBookingQueue(store, () => {});
    queue.push(row("a"));
    await vi.advanceTimersByTimeAsync(10);
    queue.push(row("b"));
    ends[0]?.();
    await vi.advanceTimersByTimeAsync(9);
    queue.push(row("c"));
    expect(groups).toEqual([["a"]]);
    await vi.advanceTimersByTimeAsync(1);
    expect(groups).toEqual([["a"], ["b", "c"]]);
    // A full group does not wait.
    for (let i = 0; i < 500; i++) queue.push(row(`r${i}`));
    ends[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(groups.map((group) => group.length)).toEqual([1, 2, 500]);
    ends[2]?.();
    await queue.flush();
    expect(queue.pending).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it("flushes what was pushed before, although more comes during every commit", async () => {
  const booked: string[] = [];
  let queue = createBookingQueue(noStore, () => {});
  const store = storeOf(async (rows) => {
    booked.push(...rows.map((entry) => entry.request_id));
    if (booked.length < 1000) queue.push(row(`later ${booked.length}`));
  });
  queue = createBookingQueue(store, () => {});
  queue.push(row("before"));
  await queue.flush();
  expect(booked).toEqual(["before"]);
});

it("flushes what was pushed before, also while whole groups come during every commit", async () => {
  let commits = 0;
  let queue = createBookingQueue(noStore, () => {});
  const store = storeOf(async () => {
    commits += 1;
    await new Promise((resolve) => setTimeout(resolve));
    if (commits < 30) for (let i = 0; i < 600; i++) queue.push(row(`${commits} ${i}`));
  });
  queue = createBookingQueue(store, () => {});
  queue.push(row("before"));
  await queue.flush();
  expect(commits).toBeLessThan(5);
  await queue.flush();
});
