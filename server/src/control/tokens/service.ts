import { limits } from "@tollgate/contract/limits";
import type { Page } from "@tollgate/contract/list-query";
import { type Token, type TokenForm, type TokenUpdateForm, tokenStatus } from "@tollgate/contract/tokens";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { newTokenKey } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { hashTokenKey, sealedColumns } from "../../storage/repositories/secret-columns.ts";
import {
  createTokenRepository,
  type NewToken,
  type TokenRepository,
  type TokenRow,
} from "../../storage/repositories/token-repository.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { GroupService } from "../groups/service.ts";
import { refuseForeignGroups, refuseUselessToken, shownStatus } from "./policy.ts";
import { presentToken, tokenState } from "./present.ts";

export type SettableStatus = typeof tokenStatus.enabled | typeof tokenStatus.disabled;

/**
 * Every call works on the actor's own tokens; another user's token does not exist for it. Whenever a key is handed out or ends, the audit
 * log says so.
 */
export interface TokenService {
  list(actor: Actor, request: PageRequest & { keyword: string; status: number }): Promise<Page<Token>>;
  get(actor: Actor, id: number): Promise<Token>;
  revealKey(actor: Actor, id: number): Promise<string>;
  /** `key` of the answer is the full key. @throws AppError token.too_many */
  create(actor: Actor, form: TokenForm): Promise<Token>;
  update(actor: Actor, form: TokenUpdateForm): Promise<Token>;
  setStatus(actor: Actor, id: number, status: SettableStatus): Promise<Token>;
  delete(actor: Actor, id: number): Promise<void>;
  /** How many tokens changed; expired and exhausted ones are not enabled. */
  editMany(actor: Actor, ids: number[], action: "enable" | "disable" | "delete"): Promise<number>;
}

export interface TokenDependencies {
  database: Database;
  tokens: TokenRepository;
  groups: GroupService;
  ledger: Ledger;
  audit: Audit;
  secretBox: SecretBox;
  changeNotice: ChangeNotice;
  clock: Clock;
}

export function createTokenService(deps: TokenDependencies): TokenService {
  const { tokens, clock } = deps;

  async function find(actor: Actor, id: number): Promise<TokenRow> {
    const row = await tokens.find(actor.id, id);
    if (!row) throw new AppError("token.not_found");
    return row;
  }

  async function checkGroups(actor: Actor, form: TokenForm): Promise<void> {
    const usable = await deps.groups.usableBy(actor.group);
    refuseForeignGroups(
      form,
      usable.map((group) => group.symbol),
    );
  }

  /** @throws AppError token.too_many */
  async function insert(row: NewToken): Promise<number> {
    const id = await deps.database.transaction(async (queries) => {
      await createUserRepository(queries).lock(row.user_id);
      return createTokenRepository(queries).insertBelow(row, limits.tokensPerUser);
    });
    if (id === undefined) throw new AppError("token.too_many", { params: { maximum: limits.tokensPerUser } });
    return id;
  }

  const record = (actor: Actor, action: string, { id, name }: { id: number; name: string }) =>
    deps.audit.record(actor, { action, target: { type: "token", id }, detail: { name } });

  async function changed(actor: Actor, id: number): Promise<Token> {
    await deps.changeNotice.announce("callers", [actor.id]);
    return presentToken(await find(actor, id), clock.now());
  }

  return {
    async list(actor, request) {
      const { keyword, status, page, size } = request;
      const now = clock.now();
      const { rows, total } = await tokens.page(request, { userId: actor.id, keyword, status, now });
      return { data: rows.map((row) => presentToken(row, now)), page, size, total_count: total };
    },

    get: async (actor, id) => presentToken(await find(actor, id), clock.now()),

    async revealKey(actor, id) {
      const row = await tokens.findKey(actor.id, id);
      if (!row) throw new AppError("token.not_found");
      await record(actor, "token.reveal_key", await find(actor, id));
      return deps.secretBox.open(row.key_encrypted, sealedColumns.tokenKey(row.key_hash));
    },

    async create(actor, form) {
      await checkGroups(actor, form);
      const key = newTokenKey();
      const keyHash = hashTokenKey(deps.secretBox, key);
      const id = await insert({
        user_id: actor.id,
        ...columnsOf(form),
        key_hash: keyHash,
        key_encrypted: deps.secretBox.seal(key, sealedColumns.tokenKey(keyHash)),
        key_hint: key.slice(-4),
        status: tokenStatus.enabled,
        created_time: clock.now(),
        accessed_time: 0,
        remain_quota: form.remain_quota,
        unlimited_quota: form.unlimited_quota ? 1 : 0,
        used_quota: 0,
        deleted_time: 0,
      });
      await record(actor, "token.create", { id, name: form.name });
      await deps.changeNotice.announce("callers", [actor.id]);
      return presentToken(await find(actor, id), clock.now(), key);
    },

    async update(actor, wanted) {
      const before = await find(actor, wanted.id);
      const form = { ...wanted, name: wanted.name ?? before.name };
      await checkGroups(actor, form);
      const disabled = (form.status ?? before.status) === tokenStatus.disabled;
      if (form.status === tokenStatus.enabled) {
        refuseUselessToken(
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
      await tokens.update(actor.id, [form.id], { ...columnsOf(form), status });
      const { unlimited, left } = tokenState(before);
      if (form.unlimited_quota !== unlimited || form.remain_quota !== left) {
        const quota = { remain: form.remain_quota, unlimited: form.unlimited_quota };
        await deps.ledger.setTokenQuota(form.id, quota);
      }
      return changed(actor, form.id);
    },

    async setStatus(actor, id, status) {
      const row = await find(actor, id);
      if (status === tokenStatus.enabled) refuseUselessToken(tokenState(row), clock.now());
      await tokens.update(actor.id, [id], { status });
      return changed(actor, id);
    },

    async delete(actor, id) {
      const row = await find(actor, id);
      const deleted = await tokens.update(actor.id, [id], { deleted_time: clock.now() });
      if (deleted === 0) throw new AppError("token.not_found");
      await record(actor, "token.delete", row);
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
      const count = await tokens.update(actor.id, ofThese, change);
      if (action === "delete") for (const row of chosen) await record(actor, "token.delete", row);
      await deps.changeNotice.announce("callers", [actor.id]);
      return count;
    },
  };
}

/** Columns that a form sets; quota is the ledger's once the token exists. */
function columnsOf(form: TokenForm) {
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
