import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { createSecretBox } from "../platform/secret-box.ts";
import type { Database } from "../storage/database.ts";
import { createCallerLookup } from "./caller-lookup.ts";

/** A database whose only query fails until the test repairs it; then it finds no key. */
function createFailingDatabase() {
  const state = { failing: true, asked: 0 };
  const query: unknown = new Proxy(
    {},
    {
      get: (_target, name) => {
        if (name === "compile") return () => ({ parameters: [] });
        if (name !== "executeQuery") return () => query;
        return async () => {
          state.asked += 1;
          if (state.failing) throw new Error("no database");
          return { rows: [] };
        };
      },
    },
  );
  return { state, database: { queries: query } as unknown as Database };
}

it("queries a key again after a failed lookup", async () => {
  const { state, database } = createFailingDatabase();
  const lookup = createCallerLookup({
    database,
    secretBox: createSecretBox(randomBytes(32)),
    notice: { announce: async () => {}, announceWithin: async () => {}, subscribe: () => {}, stop: () => {} },
    steadyNow: () => 0,
    now: () => 0,
  });
  await expect(lookup.find("some-key")).rejects.toThrow("no database");
  state.failing = false;
  expect(await lookup.find("some-key")).toBeUndefined();
  expect(state.asked).toBe(2);
});
