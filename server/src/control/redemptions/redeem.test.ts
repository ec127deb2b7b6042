import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { addressRule, userRule } from "./redeem.ts";

let running: ControlApp;
let admin: Client;
beforeAll(async () => {
  running = await startControlApp();
  admin = await asUser(running, await anAdmin(running));
});
afterAll(() => running?.stop());

const aCode = async (form: object = {}): Promise<string> =>
  (await admin.post<string[]>("/api/redemption/", { name: "Code", quota: 500, ...form })).data[0] ?? "";
const newestId = async (): Promise<number> =>
  (await admin.get<{ data: { id: number }[] }>("/api/redemption/?size=1")).data.data[0]?.id ?? 0;
const aPerson = async () => {
  const user = await aUser(running, { quota: 100 });
  return { ...user, client: await asUser(running, user) };
};
const redeem = (client: Client, key: string) => client.post<number>("/api/user/topup", { key });

describe("redeeming a code", () => {
  it("adds its quota through the ledger, with a row in the user's log, and the list shows who it was", async () => {
    const person = await aPerson();
    const key = await aCode();
    expect((await redeem(person.client, ` ${key} `)).data).toBe(500);
    expect(await running.ledger.balanceOf(person.id)).toBe(600);
    const id = await newestId();
    const { queries } = running.database;
    const entry = await queries
      .selectFrom("ledger_entries")
      .selectAll()
      .where("id", "=", `redemption:${id}`)
      .executeTakeFirst();
    expect(entry).toMatchObject({ user_id: person.id, amount: 500, kind: "redemption" });
    const logs = await queries.selectFrom("logs").selectAll().where("user_id", "=", person.id).execute();
    expect(logs).toMatchObject([{ type: 1, quota: 500, username: person.username }]);
    expect(JSON.stringify(logs)).not.toContain(key);
    expect((await admin.get(`/api/redemption/${id}`)).data).toMatchObject({
      status: 3,
      used_user_id: person.id,
      used_username: person.username,
      redeemed_time: running.clock.now(),
    });
  });

  it("moves the user into the group that the sum of codes and top-ups reaches", async () => {
    const group = { symbol: "patron", name: "Patrons", promotion: true, min: 1_000_000, max: 0 };
    await admin.post("/api/user_group/", group);
    const person = await aPerson();
    const groupNow = async () => (await person.client.get<{ group: string }>("/api/user/self")).data.group;
    await redeem(person.client, await aCode({ quota: 400_000_000_000 }));
    expect(await groupNow()).toBe("default");
    await redeem(person.client, await aCode({ quota: 100_000_000_000 }));
    expect(await groupNow()).toBe("patron");
  });

  it("reports what is wrong with a complete code, and nothing to a guess", async () => {
    const [first, second] = [await aPerson(), await aPerson()];
    const used = await aCode();
    await redeem(first.client, used);
    expect(await redeem(first.client, used)).toMatchObject({ status: 409, code: "redeem.used_by_you" });
    expect(await redeem(second.client, used)).toMatchObject({ status: 409, code: "redeem.used" });
    const disabled = await aCode();
    await admin.put("/api/redemption/", { id: await newestId(), status: 2 });
    expect((await redeem(second.client, disabled)).code).toBe("redeem.disabled");
    const expired = await aCode({ expired_time: running.clock.now() + 10 });
    running.clock.advance(10);
    expect((await redeem(second.client, expired)).code).toBe("redeem.expired");
    for (const guess of [`${used}0`, used.slice(0, -1), used.toLowerCase(), used.slice(-4)])
      expect((await redeem(second.client, guess)).code).toBe("redeem.unknown");
    for (const key of ["", "   ", "x".repeat(101), 5])
      expect((await second.client.post("/api/user/topup", { key })).body.fields?.[0]?.path).toBe("key");
    expect(await running.ledger.balanceOf(second.id)).toBe(100);
  });

  it("adds nothing where the balance would exceed the limit, and the code stays", async () => {
    const person = await aPerson();
    const key = await aCode({ quota: 1_000_000_000_000_000 });
    expect((await redeem(person.client, key)).code).toBe("redeem.balance_too_large");
    expect((await admin.get(`/api/redemption/${await newestId()}`)).data).toMatchObject({ status: 1 });
  });
});

describe("wrong codes", () => {
  it("lock the user for a while, report for how long, and a correct code unlocks", async () => {
    const person = await aPerson();
    const key = await aCode();
    for (let i = 1; i < userRule.limit; i++) await redeem(person.client, `wrong-${i}`);
    expect((await redeem(person.client, key)).data).toBe(500);
    for (let i = 0; i < userRule.limit; i++)
      expect((await redeem(person.client, `wrong-${i}`)).code).toBe("redeem.unknown");
    const locked = await redeem(person.client, await aCode());
    expect(locked).toMatchObject({ status: 429, code: "redeem.too_many_attempts" });
    const seconds = Number(locked.body.params?.["seconds"]);
    expect(locked.headers["retry-after"]).toBe(String(seconds));
    running.clock.advance(seconds);
    expect((await redeem(person.client, "wrong again")).code).toBe("redeem.unknown");
  });

  it("lock an address, for any number of accounts that guess from it", async () => {
    running.clock.advance(2 * addressRule.seconds);
    let guesses = 0;
    let code: string | undefined;
    while (code !== "redeem.too_many_attempts" && guesses < addressRule.limit * 2) {
      const person = await aPerson();
      for (let i = 0; i < userRule.limit - 1 && code !== "redeem.too_many_attempts"; i++) {
        ({ code } = await redeem(person.client, `wrong-${i}`));
        guesses += 1;
      }
    }
    expect(guesses).toBe(addressRule.limit + 1);
  });
});
