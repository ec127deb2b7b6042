import { type BudgetChoice, budgetPeriodStart } from "@tollgate/contract/budgets";
import { type TokenSetting, tokenSetting } from "@tollgate/contract/tokens";
import { sql } from "kysely";
import type { SecretBox } from "../platform/secret-box.ts";
import type { Budget, Caller, CallerLookup } from "../relay/ports.ts";
import type { ChangeNotice } from "../snapshot/change-notice.ts";
import { compileOnce } from "../storage/compile-once.ts";
import type { Database, Queries } from "../storage/database.ts";
import type { BudgetLeasesTable } from "../storage/tables/budget-leases.ts";
import type { LeasesTable } from "../storage/tables/leases.ts";
import { hashTokenKey } from "../storage/repositories/secret-columns.ts";
import { hadKey } from "../storage/repositories/token-key-repository.ts";

export interface CallerLookupDependencies {
  database: Database;
  secretBox: SecretBox;
  notice: ChangeNotice;
  /** Milliseconds, monotonic. */
  steadyNow: () => number;
  /** Epoch seconds. */
  now: () => number;
}

/** Known keys are cached. Both limits bound the memory against a flood of invalid keys. */
const knownMost = 100_000;
const unknownMost = 10_000;
const keyLengthMost = 200;
/**
 * A caller without quota is reloaded after this time: a job may have returned some quota, or an operator may have
 * changed the database.
 */
const spentMilliseconds = 1000;

export interface CachedCallerLookup extends CallerLookup {
  /** Reloads the callers of these tokens, which the database no longer admits. */
  forgetTokens(tokenIds: ReadonlySet<number>): void;
}

/** A running query, and the users that changed in the meantime. */
interface Load {
  everyone: boolean;
  userIds: Set<number>;
}

/**
 * Finds callers by key. When a user or its tokens change, here or in another process, it drops the callers of that
 * user; all others stay cached.
 */
export function createCallerLookup(dependencies: CallerLookupDependencies): CachedCallerLookup {
  const { database, secretBox, notice, steadyNow, now } = dependencies;
  const known = new Map<string, Caller>();
  const keysOfUser = new Map<number, Set<string>>();
  const unknown = new Set<string>();
  const loads = new Set<Load>();
  /** The key with which a caller was found, and when. */
  const found = new WeakMap<Caller, { key: string; at: number }>();
  /** Replaced keys that are still valid, and their end: epoch seconds. */
  const graces = new Map<string, number>();
  const pending = new Map<string, Promise<Caller | undefined>>();

  function remember(key: string, caller: Caller): void {
    if (known.size >= knownMost) forgetEveryone();
    known.set(key, caller);
    found.set(caller, { key, at: steadyNow() });
    const keys = keysOfUser.get(caller.userId);
    if (keys) keys.add(key);
    else keysOfUser.set(caller.userId, new Set([key]));
  }

  function forgetEveryone(): void {
    known.clear();
    keysOfUser.clear();
    graces.clear();
  }

  function forgetUser(userId: number): void {
    for (const key of keysOfUser.get(userId) ?? []) {
      known.delete(key);
      graces.delete(key);
    }
    keysOfUser.delete(userId);
  }

  notice.subscribe("callers", (userIds) => {
    // A query that began before the change may return the old row.
    pending.clear();
    for (const load of loads) {
      if (userIds) for (const userId of userIds) load.userIds.add(userId);
      else load.everyone = true;
    }
    if (userIds) {
      // An unknown key stays unknown: a user's new token has a new key.
      for (const userId of userIds) forgetUser(userId);
      return;
    }
    forgetEveryone();
    unknown.clear();
  });

  const question = compileOnce({ keyHash: "" }, ({ keyHash }) => callerOfKey(database.queries, keyHash));

  async function load(key: string): Promise<Caller | undefined> {
    const changed: Load = { everyone: false, userIds: new Set() };
    loads.add(changed);
    try {
      const { rows } = await database.queries.executeQuery(
        question({ keyHash: hashTokenKey(secretBox, key) }),
      );
      const row = rows[0];
      const isReplaced = row?.replacedKey === 1;
      if (!row || (isReplaced && row.oldKeyExpires <= now())) {
        const current = !changed.everyone && changed.userIds.size === 0;
        if (current && unknown.size < unknownMost) unknown.add(key);
        return undefined;
      }
      const caller = callerOf(row, now());
      // A caller that changed during the query is queried again next time.
      if (!changed.everyone && !changed.userIds.has(caller.userId)) {
        remember(key, caller);
        if (isReplaced) graces.set(key, row.oldKeyExpires);
      }
      return caller;
    } finally {
      loads.delete(changed);
    }
  }

  function isFresh(caller: Caller): boolean {
    return steadyNow() - (found.get(caller)?.at ?? 0) < spentMilliseconds;
  }

  function forget(caller: Caller): void {
    const key = found.get(caller)?.key;
    if (key !== undefined && known.get(key) === caller) known.delete(key);
  }

  function forgetTokens(tokenIds: ReadonlySet<number>): void {
    for (const load of loads) load.everyone = true;
    pending.clear();
    for (const [key, { tokenId }] of known) if (tokenIds.has(tokenId)) known.delete(key);
  }

  return {
    forget,
    forgetTokens,
    find(key) {
      const caller = known.get(key);
      if (graces.size > 0 && (graces.get(key) ?? Infinity) <= now()) return undefined;
      if (caller && (caller.spent === undefined || isFresh(caller))) return caller;
      if (key.length > keyLengthMost || unknown.has(key)) return undefined;
      let answer = pending.get(key);
      if (!answer) {
        const begun = load(key).finally(() => {
          if (pending.get(key) === begun) pending.delete(key);
        });
        pending.set(key, begun);
        answer = begun;
      }
      return answer;
    },
  };
}

/**
 * The query for the active token of a key's hash and its user. No parameter may stand alone: in a join, SQLite plans by
 * the value of such a parameter, and prepares the statement again at every run.
 */
function callerOfKey(queries: Queries, keyHash: string) {
  const hash = sql<string>`cast(${keyHash} as text)`;
  const none = sql.lit(0);
  return queries
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select([
      "tokens.id as tokenId",
      "tokens.name as tokenName",
      "tokens.status as tokenStatus",
      "tokens.expired_time as tokenExpires",
      "tokens.unlimited_quota as tokenUnlimited",
      "tokens.group as tokenGroup",
      "tokens.backup_group as backupGroup",
      "tokens.setting as setting",
      "tokens.chat_cache as chatCache",
      "tokens.requests_per_minute as requestsPerMinute",
      "tokens.tokens_per_minute as tokensPerMinute",
      "tokens.concurrency as concurrency",
      "users.id as userId",
      "users.username as username",
      "users.status as userStatus",
      "users.role as userRole",
      "users.group as userGroup",
      "users.uncollected as uncollected",
      "users.budget_period as userPeriod",
      "users.budget_quota as userBudgetQuota",
      "users.budget_start as userStart",
      budgetUsedOf("user", "users").as("userUsed"),
      "tokens.budget_period as tokenPeriod",
      "tokens.budget_quota as tokenBudgetQuota",
      "tokens.budget_start as tokenStart",
      budgetUsedOf("token", "tokens").as("tokenUsed"),
      "tokens.old_key_expires as oldKeyExpires",
      sql<number>`case when tokens.key_hash = ${hash} then 0 else 1 end`.as("replacedKey"),
      // Quota in leases belongs to its owner until it is booked. Summed only if no other quota is left.
      sql<number>`case when users.quota > 0 then users.quota else users.quota + ${heldOf("user", "users.id")} end`.as(
        "userQuota",
      ),
      sql<number>`case when tokens.remain_quota > 0 then tokens.remain_quota
        else tokens.remain_quota + ${heldOf("token", "tokens.id")} end`.as("tokenQuota"),
    ])
    .where("tokens.deleted_time", "=", none)
    .where("users.deleted_time", "=", none)
    .where((b) => b.or([b("tokens.key_hash", "=", hash), hadKey(b, hash)]))
    .limit(sql.lit(1));
}

/** Whose quota or budget is used up. `now` is epoch seconds. */
function spentOf(row: CallerColumns, now: number): Caller["spent"] {
  if (Number(row.userQuota) <= 0) return "user";
  if (row.tokenUnlimited !== 1 && Number(row.tokenQuota) <= 0) return "token";
  const isSpent = (period: BudgetChoice, start: number, left: number): boolean =>
    period !== "none" && start >= budgetPeriodStart(period, now) && left <= 0;
  if (isSpent(row.userPeriod, row.userStart, row.userBudgetQuota - Number(row.userUsed)))
    return "user_budget";
  return isSpent(row.tokenPeriod, row.tokenStart, row.tokenBudgetQuota - Number(row.tokenUsed))
    ? "token_budget"
    : undefined;
}

/** The used part of a budget. Subtracts leases only if no other budget is left. */
function budgetUsedOf(kind: BudgetLeasesTable["kind"], table: "users" | "tokens") {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql<number>`case when ${column("budget_period")} = 'none' or ${column("budget_used")} < ${column("budget_quota")}
    then ${column("budget_used")} else ${column("budget_used")} - (select coalesce(sum(amount), 0) from budget_leases
      where kind = ${sql.lit(kind)} and owner_id = ${column("id")} and period_start = ${column("budget_start")}) end`;
}

function heldOf(kind: LeasesTable["kind"], owner: "users.id" | "tokens.id") {
  return sql`(select coalesce(sum(amount), 0) from leases where kind = ${sql.lit(kind)} and owner_id = ${sql.ref(owner)})`;
}

type CallerColumns = Omit<
  Caller,
  | "spent"
  | "uncollected"
  | "userBudget"
  | "tokenBudget"
  | "tokenUnlimited"
  | "chatCache"
  | "tokenLimits"
  | "allowedModels"
  | "allowedAddresses"
  | "heartbeatSeconds"
> &
  Caller["tokenLimits"] & {
    tokenUnlimited: number;
    chatCache: number;
    setting: string;
    uncollected: number;
    userQuota: number;
    tokenQuota: number;
    userPeriod: BudgetChoice;
    userBudgetQuota: number;
    userStart: number;
    userUsed: number;
    tokenPeriod: BudgetChoice;
    tokenBudgetQuota: number;
    tokenStart: number;
    tokenUsed: number;
    oldKeyExpires: number;
    replacedKey: number;
  };

function callerOf(row: CallerColumns, now: number): Caller {
  return {
    tokenId: row.tokenId,
    tokenName: row.tokenName,
    tokenStatus: row.tokenStatus,
    tokenExpires: row.tokenExpires,
    tokenUnlimited: row.tokenUnlimited === 1,
    tokenGroup: row.tokenGroup,
    backupGroup: row.backupGroup,
    tokenLimits: {
      requestsPerMinute: row.requestsPerMinute,
      tokensPerMinute: row.tokensPerMinute,
      concurrency: row.concurrency,
    },
    chatCache: row.chatCache === 1,
    userId: row.userId,
    username: row.username,
    userStatus: row.userStatus,
    userRole: row.userRole,
    userGroup: row.userGroup,
    userBudget: budgetOf(row.userPeriod, row.userBudgetQuota),
    tokenBudget: budgetOf(row.tokenPeriod, row.tokenBudgetQuota),
    spent: spentOf(row, now),
    uncollected: row.uncollected > 0,
    ...readSetting(row.setting),
  };
}

const budgetOf = (period: BudgetChoice, quota: number): Budget | undefined =>
  period === "none" ? undefined : { period, quota };

function readSetting(text: string): Pick<Caller, "allowedModels" | "allowedAddresses" | "heartbeatSeconds"> {
  const setting: TokenSetting = tokenSetting.parse(JSON.parse(text));
  const { limit_model_setting: models, limits_ip_setting: addresses } = setting.limits;
  return {
    heartbeatSeconds: setting.heartbeat.enabled ? setting.heartbeat.timeout_seconds : 0,
    allowedModels: models.enabled ? new Set(models.models) : undefined,
    allowedAddresses: addresses.enabled ? addresses.whitelist : undefined,
  };
}
