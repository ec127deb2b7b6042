import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { aToken, aUser } from "../../test/support/builders.ts";
import { createFakeClock } from "../../test/support/fake-clock.ts";
import { createPasswords } from "../platform/passwords.ts";
import { createSecretBox } from "../platform/secret-box.ts";
import type { ChangeListener } from "../snapshot/change-notice.ts";
import { openDatabase } from "../storage/database.ts";
import { migrate } from "../storage/migrate.ts";
import { createCallerLookup } from "./caller-lookup.ts";
import { createRevocationSource } from "./revocation-source.ts";

const folder = mkdtempSync(path.join(tmpdir(), "tollgate-revocation-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("does not admit a revoked token again before the notice of its own change arrives", async () => {
  const database = openDatabase({ kind: "sqlite", file: path.join(folder, "revocation.db") });
  await migrate(database);
  const stored = {
    database,
    secretBox: createSecretBox(randomBytes(32)),
    clock: createFakeClock(),
    passwords: createPasswords({ memoryCost: 1024, timeCost: 1 }),
  };
  const { id: userId } = await aUser(stored);
  const { id: tokenId, key } = await aToken(stored, userId, { unlimited_quota: 1 });
  const listeners: ChangeListener[] = [];
  const notice = {
    announce: async () => {},
    announceWithin: async () => {},
    subscribe: (_topic: string, listener: ChangeListener) => void listeners.push(listener),
    stop: () => {},
  };
  const { secretBox, clock } = stored;
  const callers = createCallerLookup({ database, secretBox, notice, steadyNow: () => 0, now: clock.now });
  const onError = (error: unknown): never => {
    throw error;
  };
  const open = [tokenId];
  const revoked = new Promise<ReadonlySet<number>>((resolve) =>
    createRevocationSource({ database, notice, callers, onError }).watch(
      () => open,
      (tokenIds) => {
        // The stream has ended, so the second check has nothing to query.
        open.pop();
        resolve(tokenIds);
      },
    ),
  );
  expect(await callers.find(key)).toMatchObject({ tokenId });

  await database.queries.updateTable("tokens").set({ deleted_time: 1 }).where("id", "=", tokenId).execute();
  const someoneElse = [userId + 1];
  for (const listener of listeners) await listener(someoneElse);

  expect(await revoked).toEqual(new Set([tokenId]));
  expect(await callers.find(key)).toBeUndefined();
  await database.close();
});
