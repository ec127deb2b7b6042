import { limits } from "@tollgate/contract/limits";
import type { Token } from "@tollgate/contract/tokens";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asUser, type Client } from "../support/as-user.ts";
import { aToken, aUser } from "../support/builders.ts";
import { type ControlApp, startControlApp } from "../support/control-app.ts";
import { postgresOrSkip } from "../support/postgres.ts";

const url = await postgresOrSkip();
const most = limits.tokensPerUser;

describe.each([
  ["SQLite", false],
  ["PostgreSQL", true],
] as const)("a flood of tokens on %s", (_name, postgres) => {
  describe.skipIf(postgres && url === null)("of one user", () => {
    let running: ControlApp;
    beforeAll(async () => {
      running = await startControlApp(postgres ? { location: { kind: "postgres", url: url ?? "" } } : {});
    });
    afterAll(() => running?.stop());

    async function someone(tokens: number): Promise<{ id: number; client: Client; last: number }> {
      const user = await aUser(running);
      let last = 0;
      for (let made = 0; made < tokens; made += 1) last = (await aToken(running, user.id)).id;
      return { id: user.id, client: await asUser(running, user), last };
    }

    const create = (client: Client) =>
      client.post<Token>("/api/token/", { name: "one more", remain_quota: 5 });

    async function living(userId: number): Promise<number> {
      const rows = await running.database.queries
        .selectFrom("tokens")
        .select("id")
        .where("user_id", "=", userId)
        .where("deleted_time", "=", 0)
        .execute();
      return rows.length;
    }

    it("stops at the limit with an error that states it, and continues when one is deleted", async () => {
      const { id, client, last } = await someone(most - 1);
      expect((await create(client)).status).toBe(200);
      const rejected = await create(client);
      expect(rejected).toMatchObject({
        status: 409,
        code: "token.too_many",
        body: { params: { maximum: most } },
      });
      expect(rejected.body.message).toContain(String(most));
      expect(await living(id)).toBe(most);
      const other = await someone(0);
      expect((await create(other.client)).status).toBe(200);
      await client.delete(`/api/token/${last}`);
      expect((await create(client)).status).toBe(200);
      expect(await living(id)).toBe(most);
    });

    it("stops at the limit when many are created concurrently", async () => {
      const { id, client } = await someone(most - 3);
      const answers = await Promise.all(Array.from({ length: 12 }, () => create(client)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(answers.filter(({ code }) => code === "token.too_many")).toHaveLength(9);
      expect(await living(id)).toBe(most);
    });
  });
});
