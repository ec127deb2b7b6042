import { defaultGroup, type UserGroup, type userGroupForm } from "@tollgate/contract/groups";
import type { Page } from "@tollgate/contract/list-query";
import type * as z from "zod";
import { AppError } from "../../platform/app-error.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import type {
  NewUserGroup,
  UserGroupRepository,
  UserGroupRow,
} from "../../storage/repositories/user-group-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit, AuditEvent } from "../audit.ts";
import { mayUseGroup } from "./policy.ts";
import { presentGroup } from "./present.ts";

type UserGroupForm = z.infer<typeof userGroupForm>;
type UserGroupFields = Omit<UserGroupForm, "symbol">;

export interface GroupService {
  symbols(): Promise<string[]>;
  list(request: PageRequest & { keyword: string }): Promise<Page<UserGroup>>;
  create(actor: Actor, form: UserGroupForm): Promise<UserGroup>;
  update(actor: Actor, form: UserGroupFields & { id: number }): Promise<UserGroup>;
  toggle(actor: Actor, id: number): Promise<UserGroup>;
  /** Refused for the default group and while users are in it. */
  delete(actor: Actor, id: number): Promise<void>;
  /** Enabled groups that somebody may choose: public ones and the user's own; `ownGroup` undefined for a visitor. */
  usableBy(ownGroup: string | undefined): Promise<UserGroup[]>;
}

export interface GroupDependencies {
  groups: UserGroupRepository;
  users: UserRepository;
  changeNotice: ChangeNotice;
  audit: Audit;
}

export function createGroupService(deps: GroupDependencies): GroupService {
  const { groups } = deps;

  async function find(id: number): Promise<UserGroupRow> {
    const row = await groups.find(id);
    if (!row) throw new AppError("group.not_found");
    return row;
  }

  async function changed(actor: Actor, row: UserGroupRow, event: Omit<AuditEvent, "target">): Promise<void> {
    await deps.audit.record(actor, { ...event, target: { type: "group", id: row.symbol } });
    await deps.changeNotice.announce("groups");
  }

  return {
    symbols: async () => (await groups.all()).map((row) => row.symbol),

    async list(request) {
      const { rows, total } = await groups.page(request, request.keyword);
      return { data: rows.map(presentGroup), page: request.page, size: request.size, total_count: total };
    },

    async create(actor, form) {
      const id = await groups.insert({ symbol: form.symbol, ...columnsOf(form), enable: 1 });
      if (id === undefined) throw new AppError("group.exists", { params: { symbol: form.symbol } });
      const row = await find(id);
      await changed(actor, row, { action: "group.create", detail: { ratio: form.ratio } });
      return presentGroup(row);
    },

    async update(actor, form) {
      const before = await find(form.id);
      await groups.update(form.id, columnsOf(form));
      const row = await find(form.id);
      await changed(actor, row, {
        action: "group.update",
        detail: {
          ratio: [before.ratio, row.ratio],
          api_rate: [before.api_rate, row.api_rate],
          tokens_per_minute: [before.tokens_per_minute, row.tokens_per_minute],
          concurrency: [before.concurrency, row.concurrency],
        },
      });
      return presentGroup(row);
    },

    async toggle(actor, id) {
      const before = await find(id);
      if (before.symbol === defaultGroup && before.enable === 1) throw new AppError("group.default_required");
      await groups.update(id, { enable: before.enable === 1 ? 0 : 1 });
      const row = await find(id);
      await changed(actor, row, { action: row.enable === 1 ? "group.enable" : "group.disable" });
      return presentGroup(row);
    },

    async delete(actor, id) {
      const row = await find(id);
      if (row.symbol === defaultGroup) throw new AppError("group.default_required");
      if ((await deps.users.countInGroup(row.symbol)) > 0)
        throw new AppError("group.in_use", { params: { symbol: row.symbol } });
      await groups.delete(id);
      await changed(actor, row, { action: "group.delete" });
    },

    async usableBy(ownGroup) {
      const rows = await groups.all();
      return rows.filter((row) => mayUseGroup(row, ownGroup)).map(presentGroup);
    },
  };
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
