import { parseOrder } from "@tollgate/contract/list-query";
import {
  changeUserQuota,
  createUser,
  deleteUser,
  editUsers,
  endUserSessions,
  getUser,
  listUsers,
  manageUser,
  resetTwoFactor,
  updateUser,
} from "@tollgate/contract/users";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { UserService } from "./service.ts";

export function registerUserRoutes(register: RegisterEndpoint, users: UserService): void {
  register(listUsers, ({ query }) => users.list({ ...query, order: parseOrder(query.order) }));
  register(getUser, ({ actor, params }) => users.get(actor, params.id));
  register(createUser, ({ actor, body, fixed }) => users.create(actor, body, fixed));
  register(updateUser, ({ actor, body, fixed }) => users.update(actor, body, fixed));
  register(manageUser, ({ actor, body }) => users.manage(actor, body));
  register(editUsers, async ({ actor, body }) => ({ results: await users.editMany(actor, body) }));
  register(changeUserQuota, ({ actor, params, body }) => users.changeQuota(actor, params.id, body));
  register(deleteUser, async ({ actor, params }) => {
    await users.delete(actor, params.id);
    return null;
  });
  register(endUserSessions, async ({ actor, params }) => {
    await users.endSessions(actor, params.id);
    return null;
  });
  register(resetTwoFactor, ({ actor, params }) => users.resetTwoFactor(actor, params.id));
}
