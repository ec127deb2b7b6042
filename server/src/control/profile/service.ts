import type * as z from "zod";
import type { Self, selfForm } from "@tollgate/contract/profile";
import type { Ledger } from "../../ledger/ledger.ts";
import { AppError } from "../../platform/app-error.ts";
import { newAccessToken } from "../../platform/ids.ts";
import type { Passwords } from "../../platform/passwords.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import { hashAccessToken } from "../../storage/repositories/secret-columns.ts";
import type { UserGroupRepository } from "../../storage/repositories/user-group-repository.ts";
import type { UserChange, UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { AuthService } from "../auth/service.ts";
import { presentSelf } from "./present.ts";

export interface ProfileService {
  self(actor: Actor): Promise<Self>;
  /** Display name, and the password if a new one is given with the current one; then every other session ends. */
  update(actor: Actor, form: z.infer<typeof selfForm>, sessionId: string | undefined): Promise<Self>;
  /** A new access token for the console API, told this once; the old one stops working. */
  resetAccessToken(actor: Actor): Promise<string>;
}

export interface ProfileDependencies {
  users: UserRepository;
  groups: UserGroupRepository;
  auth: AuthService;
  passwords: Passwords;
  secretBox: SecretBox;
  ledger: Ledger;
  audit: Audit;
}

export function createProfileService(deps: ProfileDependencies): ProfileService {
  const { users } = deps;

  async function self(actor: Actor): Promise<Self> {
    const row = await users.find(actor.id);
    if (!row) throw new AppError("user.not_found");
    const [group, balance] = await Promise.all([
      deps.groups.findBySymbol(row.group),
      deps.ledger.balanceOf(actor.id),
    ]);
    return presentSelf(row, balance, group);
  }

  return {
    self,

    async update(actor, form, sessionId) {
      const change: UserChange = { display_name: form.display_name };
      if (form.password !== "") {
        const hashed = await users.findPasswordHash(actor.id);
        if (!(await deps.passwords.verify(hashed, form.current_password)))
          throw new AppError("user.password_wrong", { fields: [wrongPassword] });
        change.password_hash = await deps.passwords.hash(form.password);
      }
      await users.update(actor.id, change);
      if (change.password_hash !== undefined) await deps.auth.sessions.endAll(actor.id, sessionId);
      await deps.audit.record(actor, {
        action: "profile.update",
        target: { type: "user", id: actor.id },
        detail: { password: form.password !== "" },
      });
      return self(actor);
    },

    async resetAccessToken(actor) {
      const accessToken = newAccessToken();
      await users.update(actor.id, { access_token_hash: hashAccessToken(deps.secretBox, accessToken) });
      await deps.audit.record(actor, {
        action: "profile.access_token",
        target: { type: "user", id: actor.id },
      });
      return accessToken;
    },
  };
}

const wrongPassword = {
  path: "current_password",
  code: "user.password_wrong",
  message: "The current password is not right.",
};
