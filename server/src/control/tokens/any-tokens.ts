import { actsBelow, outranks } from "@tollgate/contract/access";
import type { OwnedToken } from "@tollgate/contract/admin-tokens";
import type { Page } from "@tollgate/contract/list-query";
import { tokenStatus } from "@tollgate/contract/tokens";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import type {
  AnyTokenFilter,
  OwnedTokenRow,
  TokenAdminRepository,
} from "../../storage/repositories/token-admin-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { refuseUselessToken } from "./policy.ts";
import { presentToken, tokenState } from "./present.ts";
import type { SettableStatus } from "./service.ts";

/**
 * Tokens of other people, for administrators: whose they are and whether they work. Never their keys, and never those of users
 * whose role is not lower (design A2); such a token does not exist for the caller.
 */
export interface AnyTokenService {
  search(
    actor: Actor,
    request: PageRequest & Omit<AnyTokenFilter, "roleBelow" | "now">,
  ): Promise<Page<OwnedToken>>;
  setStatus(actor: Actor, id: number, status: SettableStatus): Promise<OwnedToken>;
  delete(actor: Actor, id: number): Promise<void>;
}

export interface AnyTokenDependencies {
  anyTokens: TokenAdminRepository;
  changeNotice: ChangeNotice;
  audit: Audit;
  clock: Clock;
}

export function createAnyTokenService(deps: AnyTokenDependencies): AnyTokenService {
  const { anyTokens, clock } = deps;

  async function reach(actor: Actor, id: number): Promise<OwnedTokenRow> {
    const row = await anyTokens.find(id);
    if (!row || !outranks(actor.role, row.owner_role)) throw new AppError("token.not_found");
    return row;
  }

  /** The owner may have been promoted since the token was read. */
  async function write(
    actor: Actor,
    id: number,
    change: Parameters<typeof anyTokens.update>[1],
  ): Promise<void> {
    if (!(await anyTokens.update(id, change, actsBelow(actor.role)))) throw new AppError("token.not_found");
  }

  async function changed(actor: Actor, row: OwnedTokenRow, action: string): Promise<void> {
    await deps.audit.record(actor, {
      action,
      target: { type: "token", id: row.id },
      detail: { name: row.name, user_id: row.user_id, username: row.owner_name },
    });
    await deps.changeNotice.announce("callers", [row.user_id]);
  }

  return {
    async search(actor, { page, size, order, ...filter }) {
      const roleBelow = actsBelow(actor.role);
      const now = clock.now();
      const { rows, total } = await anyTokens.page({ page, size, order }, { ...filter, roleBelow, now });
      return { data: rows.map((row) => present(row, now)), page, size, total_count: total };
    },

    async setStatus(actor, id, status) {
      const row = await reach(actor, id);
      if (status === tokenStatus.enabled) refuseUselessToken(tokenState(row), clock.now());
      await write(actor, id, { status });
      await changed(actor, row, status === tokenStatus.enabled ? "token.enable" : "token.disable");
      return present(await reach(actor, id), clock.now());
    },

    async delete(actor, id) {
      const row = await reach(actor, id);
      await write(actor, id, { deleted_time: clock.now() });
      await changed(actor, row, "token.delete");
    },
  };
}

function present(row: OwnedTokenRow, now: number): OwnedToken {
  return { ...presentToken(row, now), owner_name: row.owner_name };
}
