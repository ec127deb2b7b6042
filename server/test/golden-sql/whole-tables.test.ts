import { randomBytes } from "node:crypto";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { createSecretBox } from "../../src/platform/secret-box.ts";
import { createCallerLookup } from "../../src/relay-adapters/caller-lookup.ts";
import { openDatabase } from "../../src/storage/database.ts";
import { migrate } from "../../src/storage/migrate.ts";
import { createInviteRewardRepository } from "../../src/storage/repositories/invite-reward-repository.ts";
import { createTokenKeyRepository } from "../../src/storage/repositories/token-key-repository.ts";
import { createTranslatedItemRepository } from "../../src/storage/repositories/translated-item-repository.ts";
import { postgresOrSkip } from "../support/postgres.ts";
import { schema } from "./migrated-schema.ts";
import { type DialectName, type RecordedDatabase, recordSql, type Statement } from "./record-sql.ts";

/**
 * Lookups that strangers or users send as often as they like. SQLite, and PostgreSQL in a plan for any parameters, use an index that
 * leaves out rows (`where old_key_hash <> ''`) only if the statement says that it leaves them out as well.
 */
const lookups: Record<string, (recorded: RecordedDatabase) => Promise<unknown>> = {
  "a caller by key": ({ database }) =>
    createCallerLookup({
      database,
      secretBox: createSecretBox(randomBytes(32)),
      notice: {
        announce: async () => {},
        announceWithin: async () => {},
        subscribe: () => {},
        stop: () => {},
      },
      steadyNow: () => 0,
      now: () => 0,
    }).find("sk-some-key") as Promise<unknown>,
  "a token by key": ({ database }) => createTokenKeyRepository(database.queries).find("hash", 0),
  "the number of people someone invited": ({ database }) =>
    createInviteRewardRepository(database.queries).countInvited(7),
  "the people someone invited": ({ database }) =>
    createInviteRewardRepository(database.queries).pageOfInvitees({ page: 1, size: 10, order: [] }, 7),
  "everyone who invited someone": ({ database }) =>
    createInviteRewardRepository(database.queries).pageOfInviters({ page: 1, size: 10, order: [] }, ""),
};

/** The index that leaves out rows, by lookup. */
const indexOf = (name: string) => (name.includes("invited") ? "users_inviter" : "tokens_old_key");

/** What a lookup sends to the tables with such an index. The answer of the recorder is no caller, so the lookup itself may fail afterwards. */
async function statementsOf(dialect: DialectName, name: string): Promise<Statement[]> {
  const recorded = recordSql(dialect, { setting: "{}", username: "ada" });
  await lookups[name]?.(recorded).catch(() => {});
  const statements = recorded.take().filter(({ sql }) => /\bfrom "(tokens|users)"/.test(sql));
  expect(statements).not.toEqual([]);
  return statements;
}

it.each(Object.keys(lookups))("SQLite finds %s by an index", async (name) => {
  for (const { sql, parameters } of await statementsOf("sqlite", name)) {
    const steps = schema
      .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail);
    expect(steps.join("\n")).toMatch(new RegExp(`USING (COVERING )?INDEX ${indexOf(name)}\\b`));
  }
});

it("SQLite finds stored items by their ids, and not by reading all of a user's", async () => {
  const recorded = recordSql("sqlite", {});
  const items = createTranslatedItemRepository(recorded.database.queries);
  await items.findAll(1, ["a", "b"], 5);
  await items.listGroups(1, [5, 6], 5);
  const plans = recorded.take().map(({ sql, parameters }) =>
    schema
      .prepare<unknown[], { detail: string }>(`explain query plan ${sql}`)
      .all(...parameters)
      .map(({ detail }) => detail),
  );
  expect(plans.map(([step]) => step)).toEqual([
    expect.stringMatching(/autoindex_translated_items_1 \(user_id=\? AND id=\?\)/),
    expect.stringMatching(/translated_item_groups_time \(user_id=\? AND id_time=\?\)/),
  ]);
});

it("SQLite does not plan by the values of a caller's key, which would prepare the statement at every run", async () => {
  for (const { sql } of await statementsOf("sqlite", "a caller by key")) {
    const pieces = sql.split("cast(? as text)");
    expect(pieces).toHaveLength(4);
    expect(pieces.join("")).not.toContain("?");
  }
});

/** Users and tokens enough that reading all of them costs more than an index. */
async function fillAccounts(client: pg.Client): Promise<void> {
  await client.query(`
    insert into users (id, username, password_hash, display_name, role, status, email, avatar_url, "group", quota, used_quota,
      request_count, access_token_hash, created_time, last_login_time, last_login_ip, deleted_time, inviter_id)
    select i, 'user-' || i, '', '', 1, 1, '', '', 'default', 0, 0, 0, '', 0, 0, '', 0, i % 5000
    from generate_series(1, 10000) as i on conflict do nothing`);
  await client.query(`
    insert into tokens (id, user_id, chat_cache, deleted_time, status, created_time, accessed_time, expired_time, remain_quota,
      unlimited_quota, used_quota, name, key_hash, key_encrypted, key_hint, setting, "group", backup_group)
    select i, i, 0, 0, 1, 0, 0, -1, 0, 1, 0, '', 'hash-' || i, '', '', '{}', '', ''
    from generate_series(1, 10000) as i on conflict do nothing`);
  await client.query("analyze users, tokens");
}

const url = await postgresOrSkip();

describe.skipIf(url === null)("PostgreSQL", () => {
  // It joins the list of everyone who invited someone, which is as good.
  it.each(Object.keys(lookups).slice(0, -1))(
    "finds %s by an index, also with a plan for any parameters",
    async (name) => {
      const database = openDatabase({ kind: "postgres", url: url ?? "" });
      await migrate(database);
      await database.close();
      const client = new pg.Client(url ?? "");
      await client.connect();
      try {
        await fillAccounts(client);
        await client.query("set plan_cache_mode = force_generic_plan");
        const statements = await statementsOf("postgres", name);
        for (const [index, { sql, parameters }] of statements.entries()) {
          await client.query(`prepare lookup_${index} as ${sql}`);
          const values = parameters.map((value) => pg.escapeLiteral(String(value))).join(", ");
          const { rows } = await client.query<{ "QUERY PLAN": string }>(
            `explain (costs off) execute lookup_${index}${values === "" ? "" : `(${values})`}`,
          );
          expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(indexOf(name));
        }
      } finally {
        await client.end();
      }
    },
  );
});
