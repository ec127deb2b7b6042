import type { Reservation } from "../../src/ledger/ledger.ts";
import type { Database, TransactionQueries } from "../../src/storage/database.ts";
import type { Running, useLedgers } from "./ledger-processes.ts";
import { finishedState, newTask } from "./stored-task.ts";

type Bench = ReturnType<typeof useLedgers>;

const day = 86_400;
const users = [1, 2, 3];
/** Two tokens per user: `10 * user` is limited, the next one is not. */
const tokensOf = (user: number): [number, number] => [user * 10, user * 10 + 1];

/** Random numbers from a seed (mulberry32). */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below) | 0;
  };
}

interface OpenCall {
  process: Running;
  reservation: Reservation;
}

/** Writes a paid order with its settlement, like the order service in the transaction of the credit. */
export async function insertOrder(
  queries: Database["queries"] | TransactionQueries,
  order: { id: number; user_id: number; quota: number; created_at: number },
): Promise<void> {
  const { id, quota, created_at } = order;
  const empty = { reference: "", problem: "", checkout: "", late: 0, fee: 0, discount: 0 };
  const paid = { gateway_id: 1, gateway_no: `pay-${id}`, status: "success", paid_at: created_at };
  const none = { refunded_amount: 0, refunded_quota: 0, expires_at: 0 };
  const money = { amount: 1, order_amount: 100, order_currency: "USD" };
  await queries
    .insertInto("orders")
    .values({ ...order, trade_no: String(id), ...empty, ...paid, ...none, ...money })
    .execute();
  const settled = { gateway_id: 1, kind: "payment", gateway_no: `pay-${id}`, order_id: id, amount: 100 };
  await queries
    .insertInto("order_settlements")
    .values({ ...settled, quota, created_at })
    .execute();
}

/** Writes a used redemption code, like redeeming it in the transaction of the credit. */
export async function insertUsedCode(
  queries: Database["queries"] | TransactionQueries,
  code: { id: number; used_user_id: number; quota: number },
): Promise<void> {
  const texts = { name: "c", code_hash: `hash-${code.id}`, code_encrypted: "", code_hint: "" };
  const times = { created_time: 0, expired_time: -1, redeemed_time: 1, deleted_time: 0 };
  await queries
    .insertInto("redemptions")
    .values({ ...code, user_id: 1, status: 3, ...texts, ...times })
    .execute();
}

/** Every operation on money, in an order and with amounts from a seed, by two processes on one database. */
export function startHistory(bench: Bench, seed: number) {
  const random = createRandom(seed);
  let time = 1_700_000_000;
  let count = 0;
  let processes: Running[] = [];
  let open: OpenCall[] = [];
  const orders: { id: number; user: number; quota: number; refunded: number }[] = [];
  const reversals: {
    number: string;
    kind: "refund" | "dispute";
    quota: number;
    order: { id: number; user: number };
  }[] = [];
  const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;
  const anyProcess = (): Running => pick(processes);
  const start = (): Promise<Running> => bench.startProcess(`history-${seed}`, () => time);

  const operations: (() => Promise<void>)[] = [
    async function credit() {
      const entry = { id: `c:${random(40)}`, userId: pick(users), kind: "adjustment", remark: "" };
      await anyProcess().ledger.credit({ ...entry, amount: 1 + random(5000) });
    },
    async function debit() {
      const entry = { id: `d:${random(40)}`, userId: pick(users), kind: "adjustment", remark: "" };
      await anyProcess().ledger.debit({ ...entry, amount: 1 + random(3000) });
    },
    reserve,
    reserve,
    reserve,
    settle,
    settle,
    settle,
    hold,
    hold,
    endTask,
    endTask,
    async function release() {
      const call = takeCall();
      call?.process.ledger.release(call.reservation);
    },
    async function rejectCall() {
      const user = pick(users);
      anyProcess().ledger.reject({
        request_id: `refused-${seed}-${++count}`,
        created_at: time,
        user_id: user,
        username: "u",
        token_id: tokensOf(user)[0],
        token_name: "t",
        source_ip: "",
        content: "no",
        reason: "no",
        model: "m",
        format: "",
      });
    },
    async function pay() {
      const id = ++count;
      const user = pick(users);
      const quota = 1000 + random(5000);
      const entry = { id: `order:${id}`, userId: user, amount: quota, kind: "topup", remark: "" };
      const order = { id, user_id: user, quota, created_at: time };
      const also = (queries: TransactionQueries) => insertOrder(queries, order);
      await Promise.all([1, 2].map(() => anyProcess().ledger.credit(entry, also)));
      orders.push({ id, user, quota, refunded: 0 });
    },
    async function refund() {
      const order = orders.find(({ quota, refunded }) => refunded < quota);
      if (!order) return;
      const quota = 1 + random(order.quota - order.refunded);
      order.refunded += quota;
      const number = `r${++count}`;
      const kind = pick(["refund", "dispute"] as const);
      const entry = { id: `order-reversal:1:${kind}:${number}`, userId: order.user, amount: quota };
      const also = async (queries: TransactionQueries): Promise<void> => {
        const settled = { gateway_id: 1, kind, gateway_no: number, order_id: order.id, amount: 1 };
        await queries
          .insertInto("order_settlements")
          .values({ ...settled, quota, created_at: time })
          .execute();
        await queries
          .updateTable("orders")
          .set((b) => ({ refunded_quota: b("refunded_quota", "+", quota) }))
          .where("id", "=", order.id)
          .execute();
      };
      await anyProcess().ledger.reverse({ ...entry, kind, remark: "" }, also);
      reversals.push({ number, kind, quota, order });
    },
    async function returnReversal() {
      const taken = reversals.splice(random(reversals.length), 1)[0];
      if (!taken) return;
      const { number, quota, order } = taken;
      const kind = taken.kind === "refund" ? "refund_returned" : "dispute_won";
      const entry = { id: `order-return:1:${kind}:${number}`, userId: order.user, amount: quota };
      const also = async (queries: TransactionQueries): Promise<void> => {
        const settled = { gateway_id: 1, kind, gateway_no: number, order_id: order.id, amount: 1 };
        await queries
          .insertInto("order_settlements")
          .values({ ...settled, quota, created_at: time })
          .execute();
        await queries
          .updateTable("orders")
          .set((b) => ({ refunded_quota: b("refunded_quota", "-", quota) }))
          .where("id", "=", order.id)
          .execute();
      };
      await Promise.all(
        [1, 2].map(() => anyProcess().ledger.credit({ ...entry, kind: taken.kind, remark: "" }, also)),
      );
    },
    async function redeem() {
      const id = 1 + random(60);
      const user = pick(users);
      const entry = { id: `redemption:${id}`, userId: user, kind: "redemption", remark: "" };
      await anyProcess().ledger.credit({ ...entry, amount: 100 * id }, (queries) =>
        insertUsedCode(queries, { id, used_user_id: user, quota: 100 * id }),
      );
    },
    async function budget() {
      const kind = pick(["user", "token"] as const);
      const user = pick(users);
      const owner = { kind, id: kind === "user" ? user : pick(tokensOf(user)) };
      const period = pick(["none", "day", "week", "month"] as const);
      await bench.database.transaction((queries) =>
        anyProcess().ledger.setBudget(queries, owner, { period, quota: 500 + random(5000) }),
      );
    },
    async function tokenQuota() {
      const quota = { remain: random(4000), unlimited: false };
      await anyProcess().ledger.setTokenQuota(tokensOf(pick(users))[0], quota);
    },
    async function midnight() {
      time += pick([day / 2, day, 9 * day]);
    },
    async function kill() {
      const dead = anyProcess();
      bench.forget(dead);
      await dead.store.close();
      open = open.filter(({ process }) => process !== dead);
      processes = [...processes.filter((process) => process !== dead), await start()];
    },
    /** Another process declares one dead and releases its leases, while it continues. */
    async function sweep() {
      const [one, other] = processes;
      const ids = await bench.database.queries.selectFrom("processes").select("id").orderBy("id").execute();
      const taken = ids[random(ids.length)];
      if (one && other && taken) await pick([one, other]).store.sweep(taken.id);
    },
  ];

  function takeCall(): OpenCall | undefined {
    if (open.length === 0) return undefined;
    return open.splice(random(open.length), 1)[0];
  }

  async function reserve(): Promise<void> {
    const userId = pick(users);
    const tokenId = pick(tokensOf(userId));
    const rows = await Promise.all(
      (["users", "tokens"] as const).map((table) =>
        bench.database.queries
          .selectFrom(table)
          .select("budget_period")
          .where("id", "=", table === "users" ? userId : tokenId)
          .executeTakeFirstOrThrow(),
      ),
    );
    const [user, token] = rows.map(({ budget_period: period }) =>
      period === "none" ? undefined : { period },
    );
    const process = anyProcess();
    const reservation = await process.ledger.reserve({
      userId,
      tokenId,
      tokenUnlimited: tokenId % 10 === 1,
      amount: random(2000),
      userBudget: user,
      tokenBudget: token,
    });
    if (reservation.ok) open.push({ process, reservation });
  }

  async function settle(): Promise<void> {
    const call = takeCall();
    if (!call) return;
    const { reservation, process } = call;
    const record = {
      ...bench.row(`call-${seed}-${++count}`),
      created_at: time,
      user_id: reservation.userId,
      token_id: reservation.tokenId,
    };
    const cost = pick([0, random(reservation.amount + 1), reservation.amount + random(4000)]);
    await process.ledger.settle(reservation, { cost, record });
  }

  /** A reserved call becomes a task; its process may die right after. */
  async function hold(): Promise<void> {
    const call = takeCall();
    if (!call) return;
    const { reservation, process } = call;
    const id = `task-${seed}-${++count}`;
    const owner = { user_id: reservation.userId, token_id: reservation.tokenId };
    await process.ledger.tasks.open(reservation, newTask(id, { ...owner, quota: reservation.amount }));
  }

  /** Any process ends a task; a repeated or late end changes nothing. */
  async function endTask(): Promise<void> {
    const rows = await bench.database.queries
      .selectFrom("tasks")
      .selectAll()
      .where("charge", "=", "held")
      .orderBy("id")
      .execute();
    if (rows.length === 0) return;
    const row = pick(rows);
    const cost = pick([0, row.quota, random(row.quota + 1)]);
    const record = {
      ...bench.row(row.request_id),
      created_at: time,
      user_id: row.user_id,
      token_id: row.token_id,
      outcome: cost > 0 ? 0 : 1,
    };
    const end = () =>
      anyProcess().ledger.tasks.settle(row, finishedState(row, cost > 0 ? "success" : "failure", cost), {
        cost,
        record,
      });
    const ended = await Promise.all([end(), end()]);
    if (ended[0] && ended[1]) throw new Error(`the task ${row.task_id} ended twice`);
  }

  return {
    async begin(): Promise<void> {
      processes = [await start(), await bench.startProcess(`other-${seed}`, () => time)];
      for (const user of users) {
        await bench.addUser(user, 3000, anyProcess().ledger);
        const [limited, unlimited] = tokensOf(user);
        await bench.addToken(limited, user, 2000);
        await bench.addToken(unlimited, user, 0);
      }
      const tokens = bench.database.queries.updateTable("tokens");
      await tokens.set({ unlimited_quota: 1 }).where("remain_quota", "=", 0).execute();
    },
    /** Operations one after the other. */
    async run(steps: number): Promise<void> {
      for (let step = 0; step < steps; step++) await pick(operations)();
    },
    /** The same with concurrent operations. */
    async runTogether(steps: number): Promise<void> {
      const calm = operations.filter(({ name }) => name !== "kill");
      await Promise.all(Array.from({ length: steps }, () => pick(calm)()));
    },
    now: () => time,
    /** Every settled amount is charged. */
    async flush(): Promise<void> {
      for (const { ledger } of processes) await ledger.flush();
    },
  };
}
