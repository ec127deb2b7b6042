import {
  createUserGroup,
  deleteUserGroup,
  getGroupRatios,
  getUserGroupMap,
  listGroupSymbols,
  listUserGroups,
  setGroupRatios,
  toggleUserGroup,
  updateUserGroup,
} from "@tollgate/contract/groups";
import { parseOrder } from "@tollgate/contract/list-query";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { GroupService } from "./service.ts";

export function registerGroupRoutes(register: RegisterEndpoint, groups: GroupService): void {
  register(listGroupSymbols, () => groups.symbols());
  register(listUserGroups, ({ query }) => groups.list({ ...query, order: parseOrder(query.order) }));
  register(createUserGroup, ({ actor, body }) => groups.create(actor, body));
  register(updateUserGroup, ({ actor, body, fixed }) => groups.update(actor, body, fixed));
  register(toggleUserGroup, ({ actor, params }) => groups.toggle(actor, params.id));
  register(deleteUserGroup, async ({ actor, params }) => {
    await groups.delete(actor, params.id);
    return null;
  });
  register(getGroupRatios, () => groups.ratios());
  register(setGroupRatios, ({ actor, body }) => groups.setRatios(actor, body.ratios));
  register(getUserGroupMap, async ({ visitor }) => {
    const usable = await groups.usableBy((await visitor())?.group);
    return Object.fromEntries(usable.map((group) => [group.symbol, group]));
  });
}
