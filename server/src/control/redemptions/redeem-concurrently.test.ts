import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createFakeClock } from "../../../test/support/fake-clock.ts";
import { ledgerLocations, useLedgers } from "../../../test/support/ledger-processes.ts";
import { createRateLimiter } from "../../http/rate-limit.ts";
import type { SqlLedger } from "../../ledger/sql-ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import { newRedemptionCode } from "../../platform/ids.ts";
import { createSecretBox } from "../../platform/secret-box.ts";
import { createRedemptionRepository } from "../../storage/repositories/redemption-repository.ts";
import { hashRedemptionCode } from "../../storage/repositories/secret-columns.ts";
import { createRedeem } from "./redeem.ts";

const secretBox = createSecretBox(randomBytes(32));

for (const { name, location } of await ledgerLocations()) {
  describe.skipIf(!location)(`redeeming concurrently on ${name}`, () => {
    const bench = useLedgers(location);
    const clock = createFakeClock();

    /** The feature as a separate process has it. */
    const redeemer = (ledger: SqlLedger) =>
      createRedeem({
        database: bench.database,
        ledger,
        secretBox,
        rateLimiter: createRateLimiter(clock),
        clock,
      });

    async function aCode(values: { expired_time?: number } = {}): Promise<{ id: number; key: string }> {
      const key = newRedemptionCode();
      const id = await createRedemptionRepository(bench.database.queries).insert([
        {
          user_id: 1,
          name: "Code",
          code_hash: hashRedemptionCode(secretBox, key),
          code_encrypted: "",
          code_hint: key.slice(-4),
          status: 1,
          quota: 500,
          created_time: clock.now(),
          expired_time: -1,
          redeemed_time: 0,
          used_user_id: 0,
          deleted_time: 0,
          ...values,
        },
      ]);
      return { id, key };
    }

    const person = (id: number) => ({ id, username: `user-${id}`, ip: `10.0.0.${id}` });
    /** The quota that was added, or the error. */
    const outcome = (attempt: Promise<number>): Promise<number | string> =>
      attempt.catch((error: unknown) => (error instanceof AppError ? error.code : String(error)));
    const count = (outcomes: (number | string)[], wanted: number | string): number =>
      outcomes.filter((one) => one === wanted).length;

    async function booked(id: number) {
      const rows = await bench.database.queries
        .selectFrom("ledger_entries")
        .select(["user_id", "amount"])
        .where("id", "=", `redemption:${id}`)
        .execute();
      const code = await createRedemptionRepository(bench.database.queries).find(id);
      return { rows, code };
    }

    it("fifty users on three processes redeem one code: one wins, and its row names the winner", async () => {
      const processes = [await bench.startProcess(), await bench.startProcess(), await bench.startProcess()];
      const ids = Array.from({ length: 50 }, (_, index) => index + 1);
      for (const id of ids) await bench.addUser(id, 10, (processes[0] as (typeof processes)[0]).ledger);
      const { id, key } = await aCode();
      const doors = processes.map(({ ledger }) => redeemer(ledger));
      const outcomes = await Promise.all(
        ids.map((user) => outcome((doors[user % 3] as (typeof doors)[0]).redeem(person(user), key))),
      );
      expect([count(outcomes, 500), count(outcomes, "redeem.used")]).toEqual([1, 49]);
      const winner = ids[outcomes.indexOf(500)];
      const { rows, code } = await booked(id);
      expect(rows).toEqual([{ user_id: winner, amount: 500 }]);
      expect(code).toMatchObject({ status: 3, used_user_id: winner });
      const users = await bench.database.queries.selectFrom("users").select("quota").execute();
      expect(users.reduce((sum, { quota }) => sum + quota, 0)).toBe(50 * 10 + 500);
    }, 60_000);

    it("one user redeems one code ten times at the same moment: it is added once", async () => {
      const { ledger } = await bench.startProcess();
      await bench.addUser(1, 10, ledger);
      const { id, key } = await aCode();
      const door = redeemer(ledger);
      const outcomes = await Promise.all(
        Array.from({ length: 10 }, () => outcome(door.redeem(person(1), key))),
      );
      expect([count(outcomes, 500), count(outcomes, "redeem.used_by_you")]).toEqual([1, 9]);
      expect(await ledger.balanceOf(1)).toBe(510);
      expect((await booked(id)).rows).toHaveLength(1);
    });

    /** Runs `change` between the look-up of a code and its booking. */
    function interrupted(ledger: SqlLedger, change: () => Promise<unknown>): SqlLedger {
      return {
        ...ledger,
        async credit(entry, also) {
          await change();
          return ledger.credit(entry, also);
        },
      };
    }

    it.each([
      ["expires", "redeem.expired", async () => clock.advance(60)],
      [
        "is deleted",
        "redeem.unknown",
        async (id: number) => createRedemptionRepository(bench.database.queries).delete([id], clock.now()),
      ],
      [
        "is disabled",
        "redeem.disabled",
        async (id: number) => createRedemptionRepository(bench.database.queries).update([id], { status: 2 }),
      ],
      [
        "gets another quota",
        "redeem.changed",
        async (id: number) => createRedemptionRepository(bench.database.queries).update([id], { quota: 9 }),
      ],
    ])("a code that %s during the redemption adds nothing", async (_what, reason, change) => {
      const { ledger } = await bench.startProcess();
      await bench.addUser(1, 10, ledger);
      const { id, key } = await aCode({ expired_time: clock.now() + 60 });
      const door = redeemer(interrupted(ledger, () => change(id)));
      expect(await outcome(door.redeem(person(1), key))).toBe(reason);
      expect(await ledger.balanceOf(1)).toBe(10);
      expect((await booked(id)).rows).toEqual([]);
      await bench.expectInvariant();
    });

    it("a code is deleted while fifty users redeem it: it was added to one balance or to none", async () => {
      const { ledger } = await bench.startProcess();
      const ids = Array.from({ length: 50 }, (_, index) => index + 1);
      for (const id of ids) await bench.addUser(id, 10, ledger);
      const { id, key } = await aCode();
      const door = redeemer(ledger);
      const deletion = createRedemptionRepository(bench.database.queries).delete([id], clock.now());
      const outcomes = await Promise.all(ids.map((user) => outcome(door.redeem(person(user), key))));
      await deletion;
      const { rows } = await booked(id);
      expect(count(outcomes, 500)).toBe(rows.length);
      expect(rows.length).toBeLessThanOrEqual(1);
      expect(outcomes.filter((one) => !["redeem.unknown", "redeem.used", 500].includes(one))).toEqual([]);
    }, 60_000);
  });
}
