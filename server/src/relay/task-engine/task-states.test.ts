import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { newTask } from "../../../test/support/stored-task.ts";
import type { TaskRow } from "../../ledger/task-ledger.ts";
import { type TaskReport, taskStatuses } from "../tasks/platform.ts";
import {
  accept,
  requested,
  expire,
  fail,
  type HoldEnd,
  isEnded,
  report,
  type TaskStep,
} from "./task-states.ts";

const start = 1_700_000_000_000;
const hour = 3_600_000;

function submitted(more: Partial<TaskRow> = {}): TaskRow {
  return { ...newTask("t", { quota: 50, due_at: start + 1 }), version: 1, ...more };
}

const news = (status: TaskReport["status"], more: Partial<TaskReport> = {}): TaskReport => ({
  upstreamId: "up",
  status,
  progress: 0,
  failReason: status === "failure" ? "no" : "",
  ...more,
});

/** The row after a step, and what became of its hold. */
const after = (row: TaskRow, step: TaskStep | undefined): TaskRow => ({ ...row, ...step?.state });

type Event = (row: TaskRow, now: number) => TaskStep | undefined;

const events = fc.oneof(
  fc
    .record({
      status: fc.constantFrom(...taskStatuses),
      progress: fc.oneof(fc.integer({ min: -50, max: 200 }), fc.double()),
      result: fc.option(fc.jsonValue(), { nil: undefined }),
      startedAt: fc.option(fc.double(), { nil: undefined }),
      finishedAt: fc.option(fc.integer(), { nil: undefined }),
    })
    .map(
      ({ status, ...more }): Event =>
        (row, now) =>
          report(row, news(status, more as Partial<TaskReport>), now),
    ),
  fc.constant<Event>((row, now) => accept(row, { upstreamId: "up" }, now)),
  fc.constant<Event>((row, now) => expire(row, now)),
  fc.constant<Event>((row, now) => (isEnded(row.status) ? undefined : fail(row, "broken", now))),
);

const ranks = ["submitting", "submitted", "queued", "in_progress", "expired", "success", "failure"];

describe("a task, with events in any order and number", () => {
  it("only moves forward, ends its hold once and stays consistent", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(events, fc.integer({ min: 0, max: hour })), { maxLength: 30 }),
        (history) => {
          let row = submitted();
          let now = start;
          const ends: HoldEnd[] = [];
          for (const [event, wait] of history) {
            now += wait;
            const step = event(row, now);
            const next = after(row, step);
            if (step?.ends) ends.push(step.ends);
            expect(ranks.indexOf(next.status)).toBeGreaterThanOrEqual(ranks.indexOf(row.status));
            if (row.status === "success" || row.status === "failure") expect(step).toBeUndefined();
            expect(next.progress).toBeGreaterThanOrEqual(row.progress);
            expect(Number.isInteger(next.progress) && next.progress <= 100).toBe(true);
            expect(next.started_at).toBeLessThanOrEqual(now);
            expect(next.finished_at > 0).toBe(isEnded(next.status));
            expect(next.charge === "held").toBe(!isEnded(next.status));
            expect(next.fail_reason !== "").toBe(next.status === "failure" || next.status === "expired");
            if (next.charge === "released") expect(next.quota).toBe(0);
            if (next.charge === "charged") expect([next.quota, next.status]).toEqual([50, "success"]);
            expect((JSON.parse(next.timeline) as unknown[]).length).toBeLessThanOrEqual(20);
            row = next;
          }
          expect(ends.length).toBe(isEnded(row.status) ? 1 : 0);
          if (row.charge === "charged") expect(ends).toEqual(["charge"]);
          if (row.charge === "released") expect(ends).toEqual(["release"]);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("changes nothing for the same report the second time", () => {
    fc.assert(
      fc.property(fc.constantFrom(...taskStatuses), fc.integer({ min: 0, max: 100 }), (status, progress) => {
        const reported = news(status, { progress, result: { a: 1 }, startedAt: start });
        const once = after(submitted(), report(submitted(), reported, start + 5));
        expect(report(once, reported, start + 99)).toBeUndefined();
      }),
    );
  });
});

describe("a success after the expiry", () => {
  it("is kept and delivered, and stays free", () => {
    const late = after(submitted(), expire(submitted({ status: "queued" }), start + hour));
    expect(late).toMatchObject({ status: "expired", charge: "released", quota: 0 });
    const step = report(late, news("success", { result: { url: "x" } }), start + 2 * hour);
    expect(step).toMatchObject({
      state: { status: "success", charge: "released", quota: 0, fail_reason: "" },
    });
    expect(step?.ends).toBeUndefined();
    expect(report(late, news("failure"), start + 2 * hour)).toBeUndefined();
  });

  it("is queried for a day, then no longer", () => {
    const late = { ...submitted(), expires_at: start + hour, status: "expired" } as TaskRow;
    expect(requested(late, start + 2 * hour).due_at).toBeGreaterThan(start + 2 * hour);
    expect(requested(late, start + 26 * hour).due_at).toBe(0);
  });
});

it("queries a young task often, an old one seldom, and each at its expiry", () => {
  const task = submitted({ status: "queued", expires_at: start + hour });
  expect(requested(task, start + 1000).due_at - start).toBe(4000);
  expect(requested(task, start + 100_000).due_at - start).toBe(110_000);
  expect(requested(task, start + hour - 5000).due_at).toBe(start + hour);
});

it("fails a task whose result is too large to be stored, and releases its quota", () => {
  const step = report(
    submitted({ status: "queued" }),
    news("success", { result: "x".repeat(300_000) }),
    start,
  );
  expect(step).toMatchObject({ state: { status: "failure", charge: "released" }, ends: "release" });
});
