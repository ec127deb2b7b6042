import type { BudgetChoice } from "@tollgate/contract/budgets";
import { limits } from "@tollgate/contract/limits";
import type { Page } from "@tollgate/contract/list-query";
import {
  playgroundTokenName,
  type Token,
  type TokenForm,
  type TokenSpending,
  type TokenUpdateForm,
  tokenForm,
  tokenSetting,
  tokenStatus,
} from "@tollgate/contract/tokens";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { newTokenKey } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import {
  createTokenRepository,
  type NewToken,
  type TokenRepository,
  type TokenRow,
} from "../../storage/repositories/token-repository.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit, AuditEvent } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import { changedColumns } from "../changed-columns.ts";
import type { GroupService } from "../groups/service.ts";
import { rejectBudgetWithoutAmount } from "../reject-budget.ts";
import { createTokensByKey, type TokensByKey } from "./by-key.ts";
import { keySearch } from "./key-search.ts";
import { rejectForeignGroups, rejectUselessToken, shownStatus } from "./policy.ts";
import { presentToken, tokenState } from "./present.ts";
import { createKeyRotation, keyColumns } from "./rotate-key.ts";
import { createTokenSpending } from "./spending.ts";

export type SettableStatus = typeof tokenStatus.enabled | typeof tokenStatus.disabled;

/**
 * Every method works on the actor's own tokens; another user's token does not exist for it. Every change is written to
 * the audit log in its own transaction, and so is every key that is shown.
 */
export interface TokenService extends TokensByKey {
  list(actor: Actor, request: PageRequest & { keyword: string; status: number }): Promise<Page<Token>>;
  get(actor: Actor, id: number): Promise<Token>;
  revealKey(actor: Actor, id: number): Promise<string>;
  /** At most 100, the newest first. `token`: a full key or its last four characters. */
  search(actor: Actor, query: { keyword: string; token: string }): Promise<Token[]>;
  /** The key, without `sk-`, of the token for the playground; created if there is none that can be used. */
  playgroundKey(actor: Actor): Promise<string>;
  /**
   * `key` of the response is the full key.
   * @throws AppError token.too_many
   */
  create(actor: Actor, form: TokenForm, fixed: SentFixedFields): Promise<Token>;
  /** Changes the form's fields. */
  update(actor: Actor, form: TokenUpdateForm, fixed: SentFixedFields): Promise<Token>;
  setStatus(actor: Actor, id: number, status: SettableStatus): Promise<Token>;
  /**
   * `key` of the response is the new key.
   * @throws AppError token.key_changed
   */
  rotateKey(actor: Actor, id: number, graceMinutes: number): Promise<Token>;
  /** Spending of the tokens on each of the last days. */
  spending(actor: Actor, ids: number[], days: number): Promise<TokenSpending>;
  delete(actor: Actor, id: number): Promise<void>;
  /** How many tokens changed; expired and exhausted ones are not enabled. */
  editMany(actor: Actor, ids: number[], action: "enable" | "disable" | "delete"): Promise<number>;
}

export interface TokenDependencies {
  database: Database;
  tokens: TokenRepository;
  groups: GroupService;
  ledger: Ledger<TransactionQueries>;
  audit: Audit;
  secretBox: SecretBox;
  changeNotice: ChangeNotice;
  clock: Clock;
}

export function createTokenService(deps: TokenDependencies): TokenService {
  const { database, tokens, clock } = deps;

  async function find(actor: Actor, id: number): Promise<TokenRow> {
    const row = await tokens.find(actor.id, id);
    if (!row) throw new AppError("token.not_found");
    return row;
  }

  async function checkGroups(actor: Actor, form: Pick<TokenForm, "group" | "backup_group">): Promise<void> {
    const usable = await deps.groups.usableBy(actor.group);
    rejectForeignGroups(
      form,
      usable.map((group) => group.symbol),
    );
  }

  const eventOf = (action: string, { id, name }: { id: number; name: string }, detail = {}): AuditEvent => ({
    action: `token.${action}`,
    target: { type: "token", id, name },
    detail,
  });

  async function changed(actor: Actor, id: number): Promise<Token> {
    await deps.changeNotice.announce("callers", [actor.id]);
    return presentToken(await find(actor, id), clock.now());
  }

  async function openKey(actor: Actor, id: number): Promise<string> {
    const row = await tokens.findKey(actor.id, id);
    if (!row) throw new AppError("token.not_found");
    await deps.audit.recordAlone(actor, eventOf("reveal_key", await find(actor, id)));
    return deps.secretBox.open(row.key_encrypted, sealedColumns.tokenKey(row.key_hash));
  }

  /** Stores a new token, unless `present` finds a usable one: then its id, and no key. */
  async function insert(
    actor: Actor,
    form: TokenForm,
    present?: (rows: TokenRepository) => Promise<TokenRow | undefined>,
  ): Promise<{ id: number; key?: string }> {
    const key = newTokenKey();
    const row: NewToken = {
      user_id: actor.id,
      ...columnsOf(form),
      ...keyColumns(deps.secretBox, key),
      budget_period: form.budget_period,
      budget_quota: form.budget_quota,
      status: tokenStatus.enabled,
      created_time: clock.now(),
      accessed_time: 0,
      remain_quota: form.remain_quota,
      unlimited_quota: form.unlimited_quota ? 1 : 0,
      used_quota: 0,
      deleted_time: 0,
    };
    const inserted = await database.transaction(async (queries) => {
      // Under the owner's lock, so that parallel creates are counted one after the other.
      await createUserRepository(queries).lock(actor.id);
      const rows = createTokenRepository(queries);
      const there = await present?.(rows);
      if (there) return { id: there.id };
      const id = await rows.insertBelow(row, limits.tokensPerUser);
      if (id === undefined)
        throw new AppError("token.too_many", { params: { maximum: limits.tokensPerUser } });
      await deps.audit.record(queries, actor, eventOf("create", { id, name: form.name }));
      return { id, key };
    });
    await deps.changeNotice.announce("callers", [actor.id]);
    return inserted;
  }

  return {
    ...createTokensByKey(deps),
    rotateKey: createKeyRotation(deps),
    spending: createTokenSpending(deps),

    async list(actor, request) {
      const { keyword, status, page, size } = request;
      const now = clock.now();
      const { rows, total } = await tokens.page(request, { userId: actor.id, keyword, status, now });
      return { data: rows.map((row) => presentToken(row, now)), page, size, total_count: total };
    },

    get: async (actor, id) => presentToken(await find(actor, id), clock.now()),

    revealKey: openKey,

    async search(actor, { keyword, token }) {
      const now = clock.now();
      const byKey = keySearch(deps.secretBox, token);
      const page = { page: 1, size: limits.listSizeMax, order: [] };
      const filter = { userId: actor.id, keyword, status: 0, now, byKey };
      return (await tokens.page(page, filter)).rows.map((row) => presentToken(row, now));
    },

    async playgroundKey(actor) {
      const now = clock.now();
      const usable = async (rows: TokenRepository): Promise<TokenRow | undefined> =>
        (await rows.named(actor.id, playgroundTokenName)).find(
          (row) => shownStatus(tokenState(row), now) === tokenStatus.enabled,
        );
      let id = (await usable(tokens))?.id;
      if (id === undefined) {
        const form = tokenForm.parse({ name: playgroundTokenName, unlimited_quota: true });
        ({ id } = await insert(actor, form, usable));
      }
      return (await openKey(actor, id)).replace(/^sk-/, "");
    },

    async create(actor, form, fixed) {
      rejectFixedFields(fixed, { status: tokenStatus.enabled });
      await checkGroups(actor, form);
      const { id, key } = await insert(actor, form);
      return presentToken(await find(actor, id), clock.now(), key);
    },

    async update(actor, wanted, fixed) {
      const before = await find(actor, wanted.id);
      const stored = presentToken(before, clock.now());
      rejectFixedFields(fixed, stored);
      const form = mergeForm(stored, wanted);
      await checkGroups(actor, { group: wanted.group ?? "", backup_group: wanted.backup_group ?? "" });
      rejectBudgetWithoutAmount(form);
      const disabled = (form.status ?? before.status) === tokenStatus.disabled;
      if (form.status === tokenStatus.enabled) {
        rejectUselessToken(
          {
            status: form.status,
            expired_time: form.expired_time,
            unlimited: form.unlimited_quota,
            left: form.remain_quota,
          },
          clock.now(),
        );
      }
      const status = disabled ? tokenStatus.disabled : tokenStatus.enabled;
      const { unlimited, left } = tokenState(before);
      const quota = { remain: wanted.remain_quota, unlimited: form.unlimited_quota };
      const sameQuota = quota.unlimited === unlimited && (quota.remain ?? left) === left;
      const columns = columnsOf(form);
      const budget = budgetOf(form);
      const { period, quota: perPeriod } = budgetOf(before);
      const sameBudget = budget.period === period && budget.quota === perPeriod;
      const detail = auditChanges(
        {
          ...auditedFields(before),
          remain_quota: left,
          unlimited_quota: unlimited,
          budget_period: period,
          budget_quota: perPeriod,
        },
        {
          ...auditedFields({ ...columns, status }),
          remain_quota: quota.remain ?? left,
          unlimited_quota: quota.unlimited,
          budget_period: budget.period,
          budget_quota: budget.quota,
        },
      );
      // The other columns may have changed since they were read: the token may have been disabled.
      const change = changedColumns({ ...columnsOf(stored), status: before.status }, { ...columns, status });
      const write = async (queries: TransactionQueries): Promise<void> => {
        if (Object.keys(change).length > 0)
          await createTokenRepository(queries).update(actor.id, [form.id], change);
        if (!sameBudget) await deps.ledger.setBudget(queries, { kind: "token", id: form.id }, budget);
        await deps.audit.record(queries, actor, eventOf("update", before, detail));
      };
      if (sameQuota) await database.transaction(write);
      else await deps.ledger.setTokenQuota(form.id, quota, write);
      return changed(actor, form.id);
    },

    async setStatus(actor, id, status) {
      const row = await find(actor, id);
      if (status === tokenStatus.enabled) rejectUselessToken(tokenState(row), clock.now());
      await database.transaction(async (queries) => {
        await createTokenRepository(queries).update(actor.id, [id], { status });
        const action = status === tokenStatus.enabled ? "enable" : "disable";
        await deps.audit.record(queries, actor, eventOf(action, row));
      });
      return changed(actor, id);
    },

    async delete(actor, id) {
      const row = await find(actor, id);
      await database.transaction(async (queries) => {
        const gone = { deleted_time: clock.now() };
        const deleted = await createTokenRepository(queries).update(actor.id, [id], gone);
        if (deleted === 0) throw new AppError("token.not_found");
        await deps.audit.record(queries, actor, eventOf("delete", row));
      });
      await deps.changeNotice.announce("callers", [actor.id]);
    },

    async editMany(actor, ids, action) {
      const now = clock.now();
      const rows = await tokens.findMany(actor.id, ids);
      const enabled = { status: tokenStatus.enabled };
      const usable = rows.filter(
        (row) => shownStatus({ ...tokenState(row), ...enabled }, now) === tokenStatus.enabled,
      );
      const chosen = action === "enable" ? usable : rows;
      if (chosen.length === 0) return 0;
      const change = {
        enable: enabled,
        disable: { status: tokenStatus.disabled },
        delete: { deleted_time: now },
      }[action];
      const ofThese = chosen.map((row) => row.id);
      const count = await database.transaction(async (queries) => {
        const changedRows = await createTokenRepository(queries).update(actor.id, ofThese, change);
        for (const row of chosen) await deps.audit.record(queries, actor, eventOf(action, row));
        return changedRows;
      });
      await deps.changeNotice.announce("callers", [actor.id]);
      return count;
    },
  };
}

/** A stored token with a form's changes. Only a status that can be set counts as one. */
function mergeForm(
  stored: Token,
  wanted: TokenUpdateForm,
): TokenForm & { id: number; status?: SettableStatus } {
  const { status, ...sent } = wanted;
  const merged = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
  const settable = status === tokenStatus.enabled || status === tokenStatus.disabled;
  return { ...stored, ...merged, status: settable ? status : undefined } as TokenForm & {
    id: number;
    status?: SettableStatus;
  };
}

/** A token's columns as the audit log shows them: the settings by their own names. */
function auditedFields(row: ReturnType<typeof columnsOf> & { status: number }): Record<string, unknown> {
  const { heartbeat, limits: restrictions } = tokenSetting.parse(JSON.parse(row.setting));
  const { limit_model_setting: models, limits_ip_setting: addresses } = restrictions;
  return {
    name: row.name,
    status: row.status,
    expired_time: row.expired_time,
    group: row.group,
    backup_group: row.backup_group,
    chat_cache: row.chat_cache === 1,
    requests_per_minute: row.requests_per_minute,
    tokens_per_minute: row.tokens_per_minute,
    concurrency: row.concurrency,
    heartbeat: heartbeat.enabled ? heartbeat.timeout_seconds : 0,
    models: models.enabled ? models.models : [],
    addresses: addresses.enabled ? addresses.whitelist : [],
  };
}

const budgetOf = (row: { budget_period: BudgetChoice; budget_quota: number }) => ({
  period: row.budget_period,
  quota: row.budget_quota,
});

/** Columns that a form sets; the ledger changes the quota once the token exists. */
function columnsOf(
  form: Omit<TokenForm, "remain_quota" | "unlimited_quota" | "budget_period" | "budget_quota">,
) {
  return {
    name: form.name,
    expired_time: form.expired_time,
    group: form.group,
    backup_group: form.backup_group,
    chat_cache: form.chat_cache ? 1 : 0,
    requests_per_minute: form.requests_per_minute,
    tokens_per_minute: form.tokens_per_minute,
    concurrency: form.concurrency,
    setting: JSON.stringify(form.setting),
  };
}
