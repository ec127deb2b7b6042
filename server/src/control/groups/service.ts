import {
  defaultGroup,
  type GroupRatios,
  isUpgradeRange,
  type UsedGroup,
  type UserGroup,
  type UserGroupChangeForm,
  type UserGroupForm,
  upgradeProblem,
  userGroupForm,
} from "@tollgate/contract/groups";
import type { Page } from "@tollgate/contract/list-query";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import { AppError, rejectField } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  createUserGroupRepository,
  type NewUserGroup,
  type UserGroupRepository,
  type UserGroupRow,
} from "../../storage/repositories/user-group-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit, AuditEvent } from "../audit.ts";
import { auditChanges } from "../audit-changes.ts";
import { changedColumns } from "../changed-columns.ts";
import type { SettingsService } from "../settings/service.ts";
import { mayUseGroup } from "./policy.ts";
import { presentGroup, presentUsedGroup } from "./present.ts";
import { createUpgradeAfterRecharge, type UpgradeAfterRecharge } from "./upgrade-after-recharge.ts";

type UserGroupFields = Omit<UserGroupForm, "symbol">;

export interface GroupService {
  symbols(): Promise<string[]>;
  list(request: PageRequest & { keyword: string }): Promise<Page<UsedGroup>>;
  create(actor: Actor, form: UserGroupForm): Promise<UserGroup>;
  /** Changes the form's fields. */
  update(actor: Actor, form: UserGroupChangeForm, fixed: SentFixedFields): Promise<UserGroup>;
  toggle(actor: Actor, id: number): Promise<UserGroup>;
  /** By symbol. */
  ratios(): Promise<GroupRatios>;
  /**
   * All ratios in one transaction; a new symbol becomes a group of that name.
   * @throws AppError request.invalid naming groups that are missing: a group is not deleted by leaving it out
   */
  setRatios(actor: Actor, ratios: GroupRatios): Promise<GroupRatios>;
  /**
   * Rejected for the default group and while users, tokens or channels use it.
   * @throws AppError group.in_use
   */
  delete(actor: Actor, id: number): Promise<void>;
  upgradeAfterRecharge: UpgradeAfterRecharge;
  /** Enabled groups that a user may choose: public ones and the user's own; `ownGroup` undefined for a visitor. */
  usableBy(ownGroup: string | undefined): Promise<UserGroup[]>;
}

export interface GroupDependencies {
  database: Database;
  groups: UserGroupRepository;
  changeNotice: ChangeNotice;
  audit: Audit;
  settings: Pick<SettingsService, "current">;
  clock: Clock;
}

export function createGroupService(deps: GroupDependencies): GroupService {
  const { groups } = deps;

  async function find(id: number, rows: UserGroupRepository = groups): Promise<UserGroupRow> {
    const row = await rows.find(id);
    if (!row) throw new AppError("group.not_found");
    return row;
  }

  /** Changes a group and writes its audit entry in one transaction, then announces it. */
  async function change<T extends { symbol: string }>(
    actor: Actor,
    write: (rows: UserGroupRepository) => Promise<T>,
    describe: (row: T) => Omit<AuditEvent, "target">,
  ): Promise<T> {
    const row = await deps.database.transaction(async (queries) => {
      const written = await write(createUserGroupRepository(queries));
      const event = {
        ...describe(written),
        target: { type: "group", id: written.symbol, ...nameOf(written) },
      };
      await deps.audit.record(queries, actor, event);
      return written;
    });
    await deps.changeNotice.announce("groups");
    return row;
  }

  const readRatios = async (): Promise<GroupRatios> =>
    Object.fromEntries((await groups.all()).map((row) => [row.symbol, row.ratio]));

  return {
    symbols: async () => (await groups.all()).map((row) => row.symbol),

    async list(request) {
      const { rows, total } = await groups.page(request, request.keyword);
      return { data: rows.map(presentUsedGroup), page: request.page, size: request.size, total_count: total };
    },

    async create(actor, form) {
      const row = await change(
        actor,
        async (rows) => {
          const id = await rows.insert({ symbol: form.symbol, ...columnsOf(form), enable: 1 });
          if (id === undefined) throw new AppError("group.exists", { params: { symbol: form.symbol } });
          return find(id, rows);
        },
        () => ({ action: "group.create", detail: { ratio: form.ratio } }),
      );
      return presentGroup(row);
    },

    async update(actor, sent, fixed) {
      const before = await find(sent.id);
      const stored = presentGroup(before);
      rejectFixedFields(fixed, stored);
      const changes = Object.entries(sent).filter(([, value]) => value !== undefined);
      const form = { ...stored, ...(Object.fromEntries(changes) as Partial<UserGroup>) };
      if (!isUpgradeRange(form)) throw rejectUpgradeRange();
      const write = async (rows: UserGroupRepository) => {
        const columns = columnsOf(form);
        const changed = changedColumns(columnsOf(stored), columns);
        // The bounds of an upgrade were checked together.
        const { promotion, min, max } = columns;
        const moved = "promotion" in changed || "min" in changed || "max" in changed;
        const values = { ...changed, ...(moved && { promotion, min, max }) };
        if (Object.keys(values).length > 0) await rows.update(form.id, values);
        return find(form.id, rows);
      };
      const row = await change(actor, write, (after) => ({
        action: "group.update",
        detail: auditChanges(auditedGroup(before), auditedGroup(after)),
      }));
      return presentGroup(row);
    },

    async toggle(actor, id) {
      const before = await find(id);
      if (before.symbol === defaultGroup && before.enable === 1) throw new AppError("group.default_required");
      const write = async (rows: UserGroupRepository) => {
        await rows.update(id, { enable: before.enable === 1 ? 0 : 1 });
        return find(id, rows);
      };
      const row = await change(actor, write, ({ enable }) => ({
        action: enable === 1 ? "group.enable" : "group.disable",
      }));
      return presentGroup(row);
    },

    upgradeAfterRecharge: createUpgradeAfterRecharge({
      ...deps,
      quotaPerUnit: () => deps.settings.current().QuotaPerUnit,
    }),

    ratios: readRatios,

    async setRatios(actor, ratios) {
      const before = await readRatios();
      const missing = Object.keys(before).filter((symbol) => !Object.hasOwn(ratios, symbol));
      if (missing.length > 0) throw rejectMissing(missing);
      const different = Object.entries(ratios).filter(([symbol, ratio]) => before[symbol] !== ratio);
      if (different.length === 0) return before;
      const detail = Object.fromEntries(
        different.map(([symbol, ratio]) => [symbol, [before[symbol] ?? null, ratio]]),
      );
      const write = async (rows: UserGroupRepository) => {
        for (const [symbol, ratio] of different) {
          const form = userGroupForm.parse({ symbol, name: symbol, ratio });
          await rows.insertMissing([{ symbol, ...columnsOf(form), enable: 1 }]);
          await rows.setRatio(symbol, ratio);
        }
        return { symbol: "*" };
      };
      await change(actor, write, () => ({ action: "group.ratios", detail }));
      return readRatios();
    },

    async delete(actor, id) {
      const row = await find(id);
      if (row.symbol === defaultGroup) throw new AppError("group.default_required");
      const use = await groups.use(id);
      if (use && use.users + use.tokens + use.channels > 0)
        throw new AppError("group.in_use", { params: { symbol: row.symbol, ...use } });
      const write = async (rows: UserGroupRepository) => {
        await rows.delete(id);
        return row;
      };
      await change(actor, write, () => ({ action: "group.delete" }));
    },

    async usableBy(ownGroup) {
      const rows = await groups.all();
      return rows.filter((row) => mayUseGroup(row, ownGroup)).map(presentGroup);
    },
  };
}

function rejectUpgradeRange(): AppError {
  const { path, params, message } = upgradeProblem;
  return rejectField({ path: path.join("."), code: params.code, message });
}

/** The group's name, next to its symbol; the new name where that changes. */
function nameOf(row: { symbol: string; name?: string }): { name?: string } {
  return row.name === undefined || row.name === row.symbol ? {} : { name: row.name };
}

function auditedGroup(row: UserGroupRow): Record<string, unknown> {
  const { id: _id, symbol: _symbol, enable: _enable, ...fields } = row;
  return { ...fields, public: row.public === 1, promotion: row.promotion === 1 };
}

function rejectMissing(symbols: string[]): AppError {
  const names = symbols.join(", ");
  const message = `These groups are missing: ${names}. Delete groups in the list.`;
  return rejectField({ path: "ratios", code: "group.ratios_missing", message, params: { names } });
}

function columnsOf(form: UserGroupFields): Omit<NewUserGroup, "symbol" | "enable"> {
  return {
    name: form.name,
    ratio: form.ratio,
    api_rate: form.api_rate,
    tokens_per_minute: form.tokens_per_minute,
    concurrency: form.concurrency,
    public: form.public ? 1 : 0,
    promotion: form.promotion ? 1 : 0,
    min: form.min,
    max: form.max,
  };
}
