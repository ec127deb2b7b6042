import type { FileAnswer } from "@tollgate/contract/endpoint";
import type { Page } from "@tollgate/contract/list-query";
import {
  type Redemption,
  type RedemptionForm,
  type RedemptionUpdateForm,
  redemptionStatus,
} from "@tollgate/contract/redemptions";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import { newRedemptionCode } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  createRedemptionRepository,
  type NewRedemption,
  type RedemptionChange,
  type RedemptionFilter,
  type RedemptionRow,
} from "../../storage/repositories/redemption-repository.ts";
import { hashRedemptionCode, sealedColumns } from "../../storage/repositories/secret-columns.ts";
import type { Actor } from "../actor.ts";
import type { Audit, AuditEvent } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import type { SettingsService } from "../settings/service.ts";
import { exportCodes } from "./export-codes.ts";
import { isPast, presentRedemption } from "./present.ts";
import { createRedeem, type Redeemer } from "./redeem.ts";

export type SettableStatus = typeof redemptionStatus.enabled | typeof redemptionStatus.disabled;
type BatchAction = "enable" | "disable" | "delete";
type Search = Pick<RedemptionFilter, "keyword" | "status">;

/**
 * Codes that add quota to the balance of the user who redeems them. Lists show them masked; viewing or exporting whole
 * codes writes an audit entry.
 */
export interface RedemptionService {
  list(request: PageRequest & Search): Promise<Page<Redemption>>;
  /** @throws AppError redemption.not_found */
  get(id: number): Promise<Redemption>;
  /** The whole code. @throws AppError redemption.not_found */
  reveal(actor: Actor, id: number): Promise<string>;
  /** Returns the whole codes. */
  create(actor: Actor, form: RedemptionForm): Promise<string[]>;
  /**
   * Changes the form's fields.
   * @throws AppError redemption.not_found, redemption.used, redemption.expired
   */
  update(actor: Actor, form: RedemptionUpdateForm, fixed: SentFixedFields): Promise<Redemption>;
  /** How many changed: used codes keep their status, expired ones are not enabled. */
  editMany(actor: Actor, ids: number[], action: BatchAction): Promise<number>;
  /** The same for every code that matches, with one audit entry. */
  editMatching(actor: Actor, search: Search, action: BatchAction): Promise<number>;
  /** @throws AppError redemption.not_found */
  delete(actor: Actor, id: number): Promise<void>;
  export(actor: Actor, search: Search): Promise<FileAnswer>;
  /**
   * Returns the quota that was added.
   * @throws AppError redeem.*
   */
  redeem(actor: Redeemer, key: string): Promise<number>;
}

export type RedemptionDependencies = Parameters<typeof createRedeem>[0] & {
  database: Database;
  audit: Audit;
  settings: Pick<SettingsService, "current">;
};

export function createRedemptionService(deps: RedemptionDependencies): RedemptionService {
  const { database, audit, clock, secretBox } = deps;
  const codes = createRedemptionRepository(database.queries);

  async function find(id: number): Promise<RedemptionRow> {
    const row = await codes.find(id);
    if (!row) throw new AppError("redemption.not_found");
    return row;
  }

  const filterOf = ({ keyword, status }: Search): RedemptionFilter => {
    const text = keyword.trim();
    return { keyword: text, hash: hashRedemptionCode(secretBox, text), status, now: clock.now() };
  };

  return {
    ...createRedeem(deps),

    async list({ keyword, status, ...request }) {
      const { rows, total } = await codes.page(request, filterOf({ keyword, status }));
      const data = rows.map((row) => presentRedemption(row, clock.now()));
      return { data, page: request.page, size: request.size, total_count: total };
    },

    get: async (id) => presentRedemption(await find(id), clock.now()),

    async reveal(actor, id) {
      const row = await codes.findSealed(id);
      if (!row) throw new AppError("redemption.not_found");
      await audit.recordAlone(actor, eventOf("reveal", { id, name: row.name }));
      return secretBox.open(row.code_encrypted, sealedColumns.redemptionCode(row.code_hash));
    },

    async create(actor, form) {
      const keys = Array.from({ length: form.count }, newRedemptionCode);
      const rows = keys.map((key) => newRow(key, form, { actor, secretBox, clock }));
      const { name, count, quota, expired_time } = form;
      await database.transaction(async (queries) => {
        const id = await createRedemptionRepository(queries).insert(rows);
        await audit.record(queries, actor, eventOf("create", { id, name }, { count, quota, expired_time }));
      });
      return keys;
    },

    async update(actor, { id, ...wanted }, fixed) {
      const before = await find(id);
      rejectFixedFields(fixed, presentRedemption(before, clock.now()));
      const change = changeOf(wanted);
      const after = { ...before, ...change };
      if (change.status === redemptionStatus.enabled && isPast(after.expired_time, clock.now()))
        throw new AppError("redemption.expired");
      const detail = auditChanges(audited(before), audited(after));
      await database.transaction(async (queries) => {
        const changed = await createRedemptionRepository(queries).update([id], change);
        if (changed === 0) throw new AppError("redemption.used");
        await audit.record(queries, actor, eventOf("update", before, detail));
      });
      return presentRedemption(await find(id), clock.now());
    },

    async editMany(actor, ids, action) {
      const now = clock.now();
      return database.transaction(async (queries) => {
        const rows = createRedemptionRepository(queries);
        const chosen = (await rows.findMany(ids)).filter((row) => mayChange(row, action, now));
        if (chosen.length === 0) return 0;
        const chosenIds = chosen.map((row) => row.id);
        const changed =
          action === "delete"
            ? await rows.delete(chosenIds, now)
            : await rows.update(chosenIds, { status: statusOf[action] });
        for (const row of chosen) await audit.record(queries, actor, eventOf(action, row));
        return changed;
      });
    },

    async editMatching(actor, search, action) {
      const filter = filterOf(search);
      const { status } = search;
      return database.transaction(async (queries) => {
        const rows = createRedemptionRepository(queries);
        const changed =
          action === "delete"
            ? await rows.deleteMatching(filter)
            : await rows.updateMatching(filter, statusOf[action]);
        const detail = { count: changed, ...(status !== 0 && { status }) };
        if (changed > 0)
          await audit.record(queries, actor, { action: `redemption.${action}`, target: noTarget, detail });
        return changed;
      });
    },

    async delete(actor, id) {
      const row = await find(id);
      await database.transaction(async (queries) => {
        const deleted = await createRedemptionRepository(queries).delete([id], clock.now());
        if (deleted === 0) throw new AppError("redemption.not_found");
        await audit.record(queries, actor, eventOf("delete", row));
      });
    },

    async export(actor, search) {
      const filter = filterOf(search);
      const { status } = search;
      const detail = { count: await codes.count(filter), ...(status !== 0 && { status }) };
      await audit.recordAlone(actor, { action: "redemption.export", target: noTarget, detail });
      return exportCodes(codes, filter, { secretBox, quotaPerUnit: deps.settings.current().QuotaPerUnit });
    },
  };
}

const noTarget = { type: "redemption", id: "" };
const statusOf = { enable: redemptionStatus.enabled, disable: redemptionStatus.disabled } as const;

function eventOf(action: string, { id, name }: { id: number; name: string }, detail = {}): AuditEvent {
  return { action: `redemption.${action}`, target: { type: "redemption", id, name }, detail };
}

/** A new row of a code, sealed. */
function newRow(
  key: string,
  { name, quota, expired_time }: RedemptionForm,
  { actor, secretBox, clock }: { actor: Actor; secretBox: SecretBox; clock: Clock },
): NewRedemption {
  const hash = hashRedemptionCode(secretBox, key);
  return {
    user_id: actor.id,
    name,
    code_hash: hash,
    code_encrypted: secretBox.seal(key, sealedColumns.redemptionCode(hash)),
    code_hint: key.slice(-4),
    status: redemptionStatus.enabled,
    quota,
    created_time: clock.now(),
    expired_time,
    redeemed_time: 0,
    used_user_id: 0,
    deleted_time: 0,
  };
}

/** The columns that a form sets. Status 4 only repeats the shown one. */
function changeOf({ status, ...wanted }: Omit<RedemptionUpdateForm, "id">): RedemptionChange {
  const sent = { ...wanted, status: status === redemptionStatus.expired ? undefined : status };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined));
}

const audited = ({ name, quota, expired_time, status }: RedemptionRow) => ({
  name,
  quota,
  expired_time,
  status,
});

function mayChange(row: RedemptionRow, action: BatchAction, now: number): boolean {
  if (action === "delete") return true;
  if (row.status === redemptionStatus.used) return false;
  return action === "disable" || !isPast(row.expired_time, now);
}
