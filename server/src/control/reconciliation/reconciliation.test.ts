import type { Reconciliation } from "@tollgate/contract/reconciliation";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { asUser, type Client } from "../../../test/support/as-user.ts";
import { anAdmin, aUser } from "../../../test/support/builders.ts";
import { type ControlApp, startControlApp } from "../../../test/support/control-app.ts";
import { type SmtpStandIn, startSmtpStandIn } from "../../../test/support/smtp-stand-in.ts";
import { reconcileLedger } from "../../jobs/reconcile-ledger.ts";

let running: ControlApp;
let smtp: SmtpStandIn;
let admin: Client;
beforeAll(async () => {
  smtp = await startSmtpStandIn();
  running = await startControlApp();
  const account = await anAdmin(running);
  const reachable = { email: "admin@example.org", email_verified: 1 };
  await running.database.queries.updateTable("users").set(reachable).where("id", "=", account.id).execute();
  admin = await asUser(running, account);
  await running.set("SMTPServer", "127.0.0.1");
  await running.set("SMTPPort", smtp.port);
  await running.set("SMTPFrom", "gate@example.org");
});
afterAll(async () => {
  await running.stop();
  await smtp.stop();
});
beforeEach(async () => {
  await sql`delete from ledger_entries where id = 'made-up'`.execute(running.database.queries);
});

const last = async () => (await admin.get<Reconciliation>("/api/reconciliation")).data;
const makeUp = () =>
  sql`insert into ledger_entries values ('made-up', 1, 'reward', 512, 1, '')`.execute(
    running.database.queries,
  );
const job = () => reconcileLedger(running.services.reconciliation);

it("keeps the last result, which administrators read and renew", async () => {
  expect(await last()).toMatchObject({ checked_at: 0, differences: [] });
  const checked = (await admin.post<Reconciliation>("/api/reconciliation")).data;
  expect(checked).toMatchObject({ checked_at: running.clock.now(), users: 2, differences: [], more: false });
  await makeUp();
  expect((await last()).differences).toEqual([]);
  running.clock.advance(60);
  await admin.post("/api/reconciliation");
  const found = { check: "user_balance", subject: "user", id: "1", expected: 512, actual: 0 };
  expect(await last()).toMatchObject({ checked_at: running.clock.now(), differences: [found] });
  const user = await asUser(running, await aUser(running));
  expect((await user.get("/api/reconciliation")).status).toBe(403);
  expect(smtp.mails).toEqual([]);
});

it("mails every administrator and fails the job for differences, and changes nothing", async () => {
  await job().run();
  expect(smtp.mails).toEqual([]);
  await makeUp();
  await expect(job().run()).rejects.toThrow("ledger differences: 1. Run: npm run reconcile");
  await running.services.mail.sendDue();
  const mail = await smtp.mailTo("admin@example.org");
  expect(mail.subject).toBe("Tollgate: Ledger differences");
  expect(mail.text).toContain("user_balance user 1: 512 ≠ 0");
  expect(await last()).toMatchObject({ differences: [{ check: "user_balance" }] });
});

it("returns the last result while another process checks, and forgets a process that died", async () => {
  const { queries } = running.database;
  const before = await last();
  const until = running.clock.now() + 3600;
  await queries
    .updateTable("job_runs")
    .set({ holder: "another", held_until: until })
    .where("name", "=", "reconciliation")
    .execute();
  running.clock.advance(60);
  expect((await admin.post<Reconciliation>("/api/reconciliation")).data).toEqual(before);
  running.clock.advance(3600);
  const after = (await admin.post<Reconciliation>("/api/reconciliation")).data;
  expect(after.checked_at).toBe(running.clock.now());
});
