import { actsBelow, outranks } from "@tollgate/contract/access";
import type { OwnedToken } from "@tollgate/contract/admin-tokens";
import type { Page } from "@tollgate/contract/list-query";
import { tokenStatus } from "@tollgate/contract/tokens";
import { rejectFixedFields, type SentFixedFields } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import {
  type AnyTokenFilter,
  createTokenAdminRepository,
  type OwnedTokenRow,
  type TokenAdminRepository,
} from "../../storage/repositories/token-admin-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import { keySearch } from "./key-search.ts";
import { rejectUselessToken } from "./policy.ts";
import { presentToken, tokenState } from "./present.ts";
import type { SettableStatus } from "./service.ts";

/**
 * Tokens of other people, for administrators: their owner and status. Never their keys, and never those of users whose
 * role is not lower; such a token does not exist for the caller.
 */
export interface AnyTokenService {
  search(
    actor: Actor,
    request: PageRequest & Omit<AnyTokenFilter, "roleBelow" | "now" | "byKey"> & { token: string },
  ): Promise<Page<OwnedToken>>;
  setStatus(
    actor: Actor,
    form: { id: number; status: SettableStatus },
    fixed: SentFixedFields,
  ): Promise<OwnedToken>;
  delete(actor: Actor, id: number): Promise<void>;
}

export interface AnyTokenDependencies {
  database: Database;
  anyTokens: TokenAdminRepository;
  changeNotice: ChangeNotice;
  audit: Audit;
  secretBox: SecretBox;
  clock: Clock;
}

export function createAnyTokenService(deps: AnyTokenDependencies): AnyTokenService {
  const { anyTokens, clock } = deps;

  async function reach(actor: Actor, id: number): Promise<OwnedTokenRow> {
    const row = await anyTokens.find(id);
    if (!row || !outranks(actor.role, row.owner_role)) throw new AppError("token.not_found");
    return row;
  }

  async function write(
    actor: Actor,
    row: OwnedTokenRow,
    { action, ...change }: { action: string; status?: SettableStatus; deleted_time?: number },
  ): Promise<void> {
    await deps.database.transaction(async (queries) => {
      // The owner may have been promoted since the token was read.
      const written = await createTokenAdminRepository(queries).update(row.id, change, actsBelow(actor.role));
      if (!written) throw new AppError("token.not_found");
      await deps.audit.record(queries, actor, {
        action,
        target: { type: "token", id: row.id, name: row.name },
        detail: { user_id: row.user_id, username: row.owner_name },
      });
    });
    await deps.changeNotice.announce("callers", [row.user_id]);
  }

  return {
    async search(actor, { page, size, order, token, ...filter }) {
      const roleBelow = actsBelow(actor.role);
      const now = clock.now();
      const { rows, total } = await anyTokens.page(
        { page, size, order },
        { ...filter, byKey: keySearch(deps.secretBox, token), roleBelow, now },
      );
      return { data: rows.map((row) => present(row, now)), page, size, total_count: total };
    },

    async setStatus(actor, { id, status }, fixed) {
      const row = await reach(actor, id);
      rejectFixedFields(fixed, present(row, clock.now()));
      if (status === tokenStatus.enabled) rejectUselessToken(tokenState(row), clock.now());
      await write(actor, row, {
        action: status === tokenStatus.enabled ? "token.enable" : "token.disable",
        status,
      });
      return present(await reach(actor, id), clock.now());
    },

    async delete(actor, id) {
      const row = await reach(actor, id);
      await write(actor, row, { action: "token.delete", deleted_time: clock.now() });
    },
  };
}

function present(row: OwnedTokenRow, now: number): OwnedToken {
  return { ...presentToken(row, now), owner_name: row.owner_name };
}
