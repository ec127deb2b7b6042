import type pg from "pg";
import type { LeaseChange, LeaseKind } from "./usage-store.ts";

const owners = {
  user: { table: "users", quota: "quota" },
  token: { table: "tokens", quota: "remain_quota" },
} as const;

const spendLease =
  "update leases set amount = amount - $1 where process_id = $2 and kind = $3 and owner_id = $4 and amount >= $1";
const addLease = `insert into leases as l (process_id, kind, owner_id, amount) values ($1, $2, $3, $4)
  on conflict (process_id, kind, owner_id) do update set amount = l.amount + excluded.amount`;

export type PostgresQuota = ReturnType<typeof postgresQuota>;

/** The statements that move quota between owners and this process's leases. They run in a transaction of the caller. */
export function postgresQuota(processId: string) {
  /** One conditional statement: the amount is available or nothing happens. */
  async function move(
    client: pg.PoolClient,
    { kind, ownerId, amount }: LeaseChange,
    floor: number,
  ): Promise<boolean> {
    const { table, quota } = owners[kind];
    const result = await client.query(
      `update ${table} set ${quota} = ${quota} - $1 where id = $2 and ${quota} >= $3`,
      [amount, ownerId, floor],
    );
    return result.rowCount === 1;
  }

  async function add(client: pg.PoolClient, kind: LeaseKind, ownerId: number, amount: number): Promise<void> {
    const { table, quota } = owners[kind];
    await client.query(`update ${table} set ${quota} = ${quota} + $1 where id = $2`, [amount, ownerId]);
  }

  async function spend(
    client: pg.PoolClient,
    kind: LeaseKind,
    ownerId: number,
    amount: number,
  ): Promise<boolean> {
    const result = await client.query(spendLease, [amount, processId, kind, ownerId]);
    return result.rowCount === 1;
  }

  /** Takes what is available, at most `amount`; returns what was taken. */
  async function takeUpTo(
    client: pg.PoolClient,
    kind: LeaseKind,
    ownerId: number,
    amount: number,
  ): Promise<number> {
    const { table, quota } = owners[kind];
    const result = await client.query<{ moved: number }>(
      `with held as (select id, least(greatest(${quota}, 0), $1::bigint) as moved from ${table} where id = $2 for update)
       update ${table} t set ${quota} = t.${quota} - held.moved from held where t.id = held.id returning held.moved`,
      [amount, ownerId],
    );
    return result.rows[0]?.moved ?? 0;
  }

  return {
    move,
    /** What the owner has, leases apart. */
    async available(pool: pg.Pool, kind: LeaseKind, ownerId: number): Promise<number> {
      const { table, quota } = owners[kind];
      const found = await pool.query<{ quota: number }>(
        `select ${quota} as quota from ${table} where id = $1`,
        [ownerId],
      );
      return Math.max(0, found.rows[0]?.quota ?? 0);
    },
    add,
    spend,
    takeUpTo,
    async lease(client: pg.PoolClient, kind: LeaseKind, ownerId: number, amount: number): Promise<void> {
      await client.query(addLease, [processId, kind, ownerId, amount]);
    },
    async clear(client: pg.PoolClient): Promise<void> {
      await client.query("delete from leases where process_id = $1 and amount = 0", [processId]);
    },
  };
}
