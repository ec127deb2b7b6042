import { systemClock } from "../../src/platform/clock.ts";
import { createPasswords } from "../../src/platform/passwords.ts";
import { aToken, aUser } from "./builders.ts";
import type { RunningApp } from "./start-app.ts";

/** A second user with their own balance: returns the key to call with. */
export async function anotherUser(
  { app }: RunningApp,
  balance = 1_000_000,
): Promise<{ id: number; key: string }> {
  const stored = {
    database: app.database,
    secretBox: app.secretBox,
    clock: systemClock,
    passwords: createPasswords(),
  };
  const { id } = await aUser(stored);
  const { key } = await aToken(stored, id, { unlimited_quota: 1 });
  await app.ledger.credit({
    id: `test:another:${id}`,
    userId: id,
    amount: balance,
    kind: "adjustment",
    remark: "",
  });
  return { id, key };
}
