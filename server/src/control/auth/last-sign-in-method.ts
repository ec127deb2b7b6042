import { signInKinds } from "@tollgate/contract/oauth";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, TransactionQueries } from "../../storage/database.ts";
import { createUserRepository } from "../../storage/repositories/user-repository.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Actor } from "../actor.ts";
import { lockCaller } from "../lock-caller.ts";
import { createSignInMethods } from "./methods/registry.ts";

/** Users cannot remove their last sign-in method. */
export interface LastSignInMethod {
  /**
   * Removes a sign-in method if another enabled one remains. Of two concurrent removals the second sees the result of
   * the first.
   * @throws AppError user.last_sign_in, auth.required, and errors of `take`; then nothing has changed
   */
  takeWayIn<T>(actor: Actor, take: (queries: TransactionQueries) => Promise<T>): Promise<T>;
}

export function createLastSignInMethod(deps: {
  database: Database;
  settings: SettingsService;
  clock: Clock;
}): LastSignInMethod {
  const methods = createSignInMethods(deps);
  return {
    takeWayIn: (actor, take) =>
      deps.database.transaction(async (queries) => {
        const users = createUserRepository(queries);
        await lockCaller(queries, actor);
        const taken = await take(queries);
        const settings = deps.settings.current();
        const stays = await users.hasWayIn(actor.id, {
          password: settings.PasswordLoginEnabled,
          passkeys: settings.PasskeyLoginEnabled,
          columns: signInKinds
            .filter((kind) => methods[kind].isOn(settings))
            .map((kind) => methods[kind].column),
        });
        if (!stays) throw new AppError("user.last_sign_in");
        return taken;
      }),
  };
}
