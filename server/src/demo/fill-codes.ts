import { logTypes } from "@tollgate/contract/log-types";
import { defaultQuotaPerUnit, quotaFromDollars } from "@tollgate/contract/quota";
import type { App } from "../build-app.ts";
import type { DemoApi } from "./demo-api.ts";

const day = 86_400;

/** Codes that users redeem: days ago, and who. */
const redeemed = [
  { days: 26, by: "alice" },
  { days: 19, by: "bob" },
  { days: 12, by: "carol" },
  { days: 6, by: "alice" },
  { days: 4, by: "grace" },
  { days: 4, by: "carol" },
  { days: 1, by: "bob" },
] as const;
const codeDollars = 10;
const codesIssued = 20;

/** Codes, some of them redeemed over the last weeks through the console API: the ledger agrees. */
export async function fillCodes(app: App, api: DemoApi, now: number): Promise<void> {
  const quota = quotaFromDollars(codeDollars, defaultQuotaPerUnit);
  const payload = { name: "Launch week", quota, count: codesIssued };
  const codes = (await api.send("demo", { url: "/api/redemption/", payload })) as string[];
  for (const [index, { by }] of redeemed.entries())
    await api.send(by, { url: "/api/user/topup", payload: { key: codes[index] } });
  const rows = await app.database.queries
    .selectFrom("redemptions")
    .select(["id", "code_hint"])
    .where("redeemed_time", ">", 0)
    .orderBy("id")
    .execute();
  await app.ledger.flush();
  for (const [index, { id, code_hint }] of rows.entries()) {
    const at = now - (redeemed[index]?.days ?? 0) * day - index * 900;
    const { queries } = app.database;
    await queries.updateTable("redemptions").set({ redeemed_time: at }).where("id", "=", id).execute();
    // The ledger writes log rows with the current time.
    const logged = queries.updateTable("logs").set({ created_at: at }).where("type", "=", logTypes.topUp);
    await logged.where("content", "like", `Redeemed code%${code_hint}`).execute();
  }
  await app.database.queries
    .updateTable("redemptions")
    .set({ created_time: now - 30 * day })
    .execute();
}
