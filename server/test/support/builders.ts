import { figureFields } from "../../src/ledger/figure-fields.ts";
import { sumFigures } from "../../src/ledger/store/sum-figures.ts";
import { createFigureWriteRepository } from "../../src/storage/repositories/figure-write-repository.ts";
import { channelForm } from "@tollgate/contract/channels";
import type { PriceInput } from "@tollgate/contract/pricing";
import { roles } from "@tollgate/contract/access";
import type { Insertable } from "kysely";
import { newRequestId, newTokenKey } from "../../src/platform/ids.ts";
import { hashTokenKey, sealedColumns } from "../../src/storage/repositories/secret-columns.ts";
import type { LogsTable } from "../../src/storage/tables/logs.ts";
import type { OrdersTable } from "../../src/storage/tables/payments.ts";
import type { TokensTable } from "../../src/storage/tables/tokens.ts";
import type { UsersTable } from "../../src/storage/tables/users.ts";
import type { ControlApp } from "./control-app.ts";

export interface TestUser {
  id: number;
  username: string;
  password: string;
}

type Stored = Pick<ControlApp, "database" | "passwords" | "secretBox"> & {
  clock: Pick<ControlApp["clock"], "now">;
};

let count = 0;

/** A stored user who can sign in. */
export async function aUser(
  running: Stored,
  values: Partial<Insertable<UsersTable>> & { password?: string } = {},
): Promise<TestUser> {
  count += 1;
  const { password = "a long password", ...columns } = values;
  const username = columns.username ?? `user${count}`;
  const { id } = await running.database.queries
    .insertInto("users")
    .values({
      username,
      password_hash: await running.passwords.hash(password),
      display_name: "",
      role: roles.user,
      status: 1,
      email: "",
      avatar_url: "",
      group: "default",
      quota: 0,
      used_quota: 0,
      request_count: 0,
      access_token_hash: "",
      created_time: running.clock.now(),
      last_login_time: 0,
      last_login_ip: "",
      deleted_time: 0,
      ...columns,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, username, password };
}

export function anAdmin(running: Stored): Promise<TestUser> {
  return aUser(running, { role: roles.admin });
}

/** A stored token and its full key. */
/** A pending order; `gateway_id` is empty unless set. */
export async function anOrder(
  running: Pick<Stored, "database" | "clock">,
  values: Partial<Insertable<OrdersTable>> = {},
): Promise<{ id: number; trade_no: string }> {
  const now = running.clock.now();
  return running.database.queries
    .insertInto("orders")
    .values({
      trade_no: `${now}${String(Math.floor(Math.random() * 1e9)).padStart(9, "0")}`,
      user_id: 1,
      gateway_id: 0,
      gateway_no: "",
      reference: "",
      amount: 10,
      quota: 5_000_000,
      order_amount: 1000,
      order_currency: "USD",
      fee: 0,
      discount: 0,
      status: "pending",
      problem: "",
      late: 0,
      refunded_amount: 0,
      refunded_quota: 0,
      checkout: "",
      created_at: now,
      expires_at: now + 3600,
      paid_at: 0,
      ...values,
    })
    .returning(["id", "trade_no"])
    .executeTakeFirstOrThrow();
}

export async function aToken(
  running: Stored,
  userId: number,
  values: Partial<Insertable<TokensTable>> = {},
): Promise<{ id: number; key: string }> {
  const key = newTokenKey();
  const keyHash = hashTokenKey(running.secretBox, key);
  const { id } = await running.database.queries
    .insertInto("tokens")
    .values({
      user_id: userId,
      name: "a token",
      key_hash: keyHash,
      key_encrypted: running.secretBox.seal(key, sealedColumns.tokenKey(keyHash)),
      key_hint: key.slice(-4),
      status: 1,
      created_time: running.clock.now(),
      accessed_time: 0,
      expired_time: -1,
      remain_quota: 1000,
      unlimited_quota: 0,
      used_quota: 0,
      group: "",
      backup_group: "",
      chat_cache: 0,
      setting: "{}",
      deleted_time: 0,
      ...values,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { id, key };
}

/** The body of a valid create call; `groups` is the call's second name for `group`. */
export function aChannel({ groups, ...values }: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    ...channelForm.parse({
      name: "a channel",
      type: 1,
      key: "sk-upstream-0123456789abcdef",
      group: ["default"],
      models: ["gpt-4o"],
      test_model: "gpt-4o",
    }),
    ...(groups !== undefined && { group: groups }),
    ...values,
  };
}

/** The body of a valid price. */
export function aPrice(values: Partial<PriceInput> = {}): PriceInput {
  return { model: "test-model", type: "tokens", channel_type: 1, input: 1, output: 2, ...values };
}

/** A stored log row of a consumption with its roll-ups, as the ledger writes it. */
export async function aLog(
  running: Stored,
  userId: number,
  values: Partial<Insertable<LogsTable>> = {},
): Promise<void> {
  const row = {
    created_at: running.clock.now(),
    type: 2,
    content: "",
    user_id: userId,
    username: `user${userId}`,
    token_id: 0,
    token_name: "a token",
    model_name: "gpt-4o",
    quota: 10,
    prompt_tokens: 6,
    completion_tokens: 2,
    channel_id: 0,
    request_time: 100,
    is_stream: 0,
    source_ip: "192.0.2.1",
    request_id: newRequestId(),
    outcome: 0,
    metadata: "{}",
    ...values,
  };
  await running.database.queries.insertInto("logs").values(row).execute();
  if (row.type !== 2) return;
  const metadata = JSON.parse(row.metadata) as Record<string, unknown>;
  const call = { ...row, calls: 1, ...figureFields({ is_stream: row.is_stream, metadata }) };
  await createFigureWriteRepository(running.database.queries).add(sumFigures([call]));
  const { user_id, channel_id, model_name, quota, prompt_tokens, completion_tokens, request_time } = row;
  const [task_count, task_time] = call.timed === 0 ? [1, request_time] : [0, 0];
  await running.database.queries
    .insertInto("usage_hourly")
    .values({
      hour: row.created_at - (row.created_at % 3600),
      user_id,
      channel_id,
      model_name,
      request_count: 1,
      quota,
      prompt_tokens,
      completion_tokens,
      request_time,
      task_count,
      task_time,
    })
    .onConflict((conflict) =>
      conflict.columns(["hour", "user_id", "channel_id", "model_name"]).doUpdateSet((b) => ({
        request_count: b("usage_hourly.request_count", "+", 1),
        quota: b("usage_hourly.quota", "+", quota),
        prompt_tokens: b("usage_hourly.prompt_tokens", "+", prompt_tokens),
        completion_tokens: b("usage_hourly.completion_tokens", "+", completion_tokens),
        request_time: b("usage_hourly.request_time", "+", request_time),
        task_count: b("usage_hourly.task_count", "+", task_count),
        task_time: b("usage_hourly.task_time", "+", task_time),
      })),
    )
    .execute();
  if (row.outcome === 0) return;
  const sums = { quota, prompt_tokens, completion_tokens };
  await running.database.queries
    .insertInto("usage_hourly_outcomes")
    .values({
      hour: row.created_at - (row.created_at % 3600),
      user_id,
      channel_id,
      model_name,
      outcome: row.outcome,
      request_count: 1,
      ...sums,
    })
    .onConflict((conflict) =>
      conflict.columns(["hour", "user_id", "channel_id", "model_name", "outcome"]).doUpdateSet((b) => ({
        request_count: b("usage_hourly_outcomes.request_count", "+", 1),
        quota: b("usage_hourly_outcomes.quota", "+", quota),
      })),
    )
    .execute();
}
