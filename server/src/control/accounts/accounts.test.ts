import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { postgresOrSkip } from "../../../test/support/postgres.ts";
import type { AppError } from "../../platform/app-error.ts";
import type { DatabaseLocation } from "../../storage/database.ts";
import { mailboxOf } from "../invitations/mailbox.ts";
import type { NewAccount } from "./service.ts";

const postgres = await postgresOrSkip();

let count = 0;
function account(values: Partial<NewAccount> = {}): NewAccount {
  count += 1;
  return { username: `person${count}`, displayName: "", email: "", emailVerified: false, ...values };
}

describe("on SQLite", () => {
  makingAccounts(undefined);
});
describe.skipIf(postgres === null)("on PostgreSQL", () => {
  makingAccounts({ kind: "postgres", url: postgres ?? "" });
});

function makingAccounts(location: DatabaseLocation | undefined): void {
  let running: ControlApp;
  beforeAll(async () => {
    running = await startControlApp(location && { location });
    await running.set("QuotaForNewUser", 500);
    await running.set("QuotaForInvitee", 70);
    await running.set("QuotaForInviter", 30);
    await running.set("InviteVestingDays", 0);
  });
  afterAll(() => running.stop());

  const create = (values: Partial<NewAccount> = {}) => running.services.accounts.create(account(values));
  const balance = (id: number) => running.ledger.balanceOf(id);
  const entriesOf = (userId: number) =>
    running.database.queries
      .selectFrom("ledger_entries")
      .select(["id", "kind", "amount"])
      .where("user_id", "=", userId)
      .orderBy("amount")
      .execute();

  async function anInviter(): Promise<{ id: number; code: string }> {
    const { id } = await create({ email: `inviter${count}@example.org` });
    return { id, code: await running.services.accounts.invitationCode(id) };
  }

  it("gives the opening quota through the ledger, once", async () => {
    const made = await create();
    expect(await balance(made.id)).toBe(500);
    expect(await entriesOf(made.id)).toEqual([{ id: `opening:${made.id}`, kind: "opening", amount: 500 }]);
    const logs = await running.database.queries
      .selectFrom("logs")
      .selectAll()
      .where("user_id", "=", made.id)
      .execute();
    expect(logs).toMatchObject([{ type: 4, quota: 500, content: "Opening quota", username: made.username }]);
    running.clock.advance(1000);
    await running.services.accounts.payWelcomes();
    expect(await balance(made.id)).toBe(500);
  });

  it("lets one of many take a name in any case, and rejects the others", async () => {
    const results = await Promise.allSettled(
      ["Ada", "ada", "ADA", "aDa"].map((username) => create({ username })),
    );
    const rejected = results.filter((result) => result.status === "rejected");
    expect(rejected).toHaveLength(3);
    for (const { reason } of rejected) {
      expect((reason as AppError).code).toBe("user.name_taken");
      expect((reason as AppError).fields?.map((field) => field.path)).toEqual(["username"]);
    }
    const rows = await running.database.queries.selectFrom("users").selectAll().execute();
    expect(rows.filter((row) => row.username.toLowerCase() === "ada")).toHaveLength(1);
  });

  it("lets one of many take an address, and names every taken field together", async () => {
    const results = await Promise.allSettled([1, 2, 3].map(() => create({ email: "one@example.org" })));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    const both = await create({ username: "Ada", email: "one@example.org" }).catch((error: unknown) => error);
    expect((both as AppError).fields?.map((field) => field.path)).toEqual(["username", "email"]);
  });

  it("lets one of many link an external account", async () => {
    const link = { column: "github_id", value: "4711" } as const;
    const results = await Promise.allSettled([1, 2, 3].map(() => create({ link })));
    const rejected = results.filter((result) => result.status === "rejected");
    expect(rejected.map(({ reason }) => (reason as AppError).code)).toEqual([
      "user.link_taken",
      "user.link_taken",
    ]);
  });

  it("frees the name and address of a deleted user", async () => {
    const first = await create({ username: "Grace", email: "grace@example.org" });
    await running.database.queries
      .updateTable("users")
      .set({ deleted_time: running.clock.now() })
      .where("id", "=", first.id)
      .execute();
    expect((await create({ username: "grace", email: "grace@example.org" })).id).not.toBe(first.id);
  });

  it("rewards both sides of an invitation", async () => {
    const inviter = await anInviter();
    const made = await create({ email: "invited@example.org", affCode: inviter.code });
    expect(made.inviter_id).toBe(inviter.id);
    expect(await balance(made.id)).toBe(570);
    expect(await balance(inviter.id)).toBe(530);
  });

  it("rewards one mailbox once, under any alias, at the same moment or after deletion", async () => {
    const inviter = await anInviter();
    const aliases = ["a.b@gmail.com", "ab@gmail.com", "ab+1@googlemail.com", "a.b+2@gmail.com"];
    const made = await Promise.all(aliases.map((email) => create({ email, affCode: inviter.code })));
    expect(await balance(inviter.id)).toBe(530);
    const balances = await Promise.all(made.map((row) => balance(row.id)));
    expect(balances.toSorted((a, b) => a - b)).toEqual([500, 500, 500, 570]);
  });

  it("rewards no one for inviting their own mailbox, nor a disabled inviter, nor an unknown code", async () => {
    const self = await create({ email: "self@example.org" });
    const code = await running.services.accounts.invitationCode(self.id);
    const again = await create({ email: "self+2@example.org", affCode: code });
    expect([await balance(self.id), await balance(again.id)]).toEqual([500, 500]);
    const inviter = await anInviter();
    await running.database.queries
      .updateTable("users")
      .set({ status: 2 })
      .where("id", "=", inviter.id)
      .execute();
    const made = await create({ affCode: inviter.code });
    const strange = await create({ affCode: "unknown" });
    expect([await balance(inviter.id), await balance(made.id), await balance(strange.id)]).toEqual([
      500, 500, 500,
    ]);
  });

  it("pays the promised amounts after a crash, though the settings changed", async () => {
    const inviter = await anInviter();
    const { credit } = running.ledger;
    running.ledger.credit = () => Promise.reject(new Error("the process died"));
    await expect(create({ username: "unlucky", affCode: inviter.code })).rejects.toThrow("died");
    running.ledger.credit = credit;
    await running.set("QuotaForNewUser", 1);
    const row = await running.database.queries
      .selectFrom("users")
      .select("id")
      .where("username", "=", "unlucky")
      .executeTakeFirstOrThrow();
    await running.services.accounts.payWelcomes();
    expect(await balance(row.id)).toBe(0);
    running.clock.advance(1000);
    await Promise.all([running.services.accounts.payWelcomes(), running.services.accounts.payWelcomes()]);
    expect([await balance(row.id), await balance(inviter.id)]).toEqual([570, 530]);
    await running.set("QuotaForNewUser", 500);
  });

  it("keeps one invitation code per user", async () => {
    const user = await aUser(running);
    const codes = await Promise.all([1, 2, 3].map(() => running.services.accounts.invitationCode(user.id)));
    expect(new Set(codes).size).toBe(1);
    expect(codes[0]).toMatch(/^\w{8}$/);
  });
}

it.each([
  ["a.b+c@gmail.com", "ab@gmail.com"],
  ["ab@googlemail.com", "ab@gmail.com"],
  ["a.b+c@example.org", "a.b@example.org"],
  ["plain@example.org", "plain@example.org"],
])("resolves %s to the mailbox %s", (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});
