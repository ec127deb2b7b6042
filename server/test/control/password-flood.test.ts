import type * as Argon2 from "@node-rs/argon2";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { hashingLimits } from "../../src/platform/passwords.ts";
import { aBrowser } from "../support/browser.ts";
import { aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";

const hashing = vi.hoisted(() => ({ running: 0, most: 0, open: Promise.resolve() }));

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const original = await importOriginal<typeof Argon2>();
  async function counted<T>(work: () => Promise<T>): Promise<T> {
    hashing.running += 1;
    hashing.most = Math.max(hashing.most, hashing.running);
    await hashing.open;
    try {
      return await work();
    } finally {
      hashing.running -= 1;
    }
  }
  return {
    ...original,
    hash: (...args: Parameters<typeof original.hash>) => counted(() => original.hash(...args)),
    verify: (...args: Parameters<typeof original.verify>) => counted(() => original.verify(...args)),
  };
});

let running: ControlApp;
beforeAll(async () => {
  running = await startControlApp();
});
afterAll(() => running.stop());

const flood = 3 * (hashingLimits.running + hashingLimits.waiting);

it("a flood of sign-ins hashes two passwords at a time, then is rejected until later, and the next one gets in", async () => {
  const user = await aUser(running);
  // An unknown name creates its dummy before the flood.
  await running.passwords.verify(undefined, "warm up");
  hashing.most = 0;
  let release = (): void => {};
  hashing.open = new Promise((resolve) => (release = resolve));
  let rejected = 0;
  const answers = Array.from({ length: flood }, async (_, index) => {
    const payload = { username: `unknown-${index}`, password: "a guess" };
    const answer = await running.app.inject({ method: "POST", url: "/api/user/login", payload });
    if (answer.statusCode === 503) rejected += 1;
    return answer;
  });
  const held = hashingLimits.running + hashingLimits.waiting;
  await vi.waitFor(() => expect(rejected).toBe(flood - held), { timeout: 20_000 });
  release();
  const all = await Promise.all(answers);
  expect(hashing.most).toBe(hashingLimits.running);
  expect(all.filter(({ statusCode }) => statusCode === 401)).toHaveLength(held);
  const busy = all.find(({ statusCode }) => statusCode === 503);
  expect(busy?.json()).toMatchObject({ success: false, code: "server.busy" });
  expect(busy?.headers["retry-after"]).toBe(String(hashingLimits.retrySeconds));
  expect(running.logLines.join("")).not.toContain("server.busy");
  await aBrowser(running).signIn(user);
}, 30_000);
