import { roles } from "@tollgate/contract/access";
import { defaultGroup } from "@tollgate/contract/groups";
import { type AdminUser, newUserForm, userForm } from "@tollgate/contract/users";
import type { Resolver } from "react-hook-form";
import { formResolver } from "../../lib/forms/form-resolver";

/** What the user editor holds; `id` 0 while the user does not exist yet. */
export interface UserValues {
  id: number;
  username: string;
  display_name: string;
  password: string;
  email: string;
  group: string;
  role: number;
}

export const newUserValues: UserValues = {
  id: 0,
  username: "",
  display_name: "",
  password: "",
  email: "",
  group: defaultGroup,
  role: roles.user,
};

export function valuesOfUser(user: AdminUser): UserValues {
  const { id, username, display_name, email, group, role } = user;
  return { id, username, display_name, password: "", email, group, role };
}

/** Names made elsewhere may break today's rule: one that is left as it was is not sent, and so not refused. */
export function changeOf(values: UserValues, user: AdminUser) {
  const { username, email, ...rest } = values;
  return {
    ...rest,
    ...(username !== user.username && { username }),
    ...(email !== user.email && { email }),
  };
}

/** The contract's schema of what will be sent. */
export function userResolver(user: AdminUser | undefined): Resolver<UserValues> {
  const creates = formResolver(newUserForm) as unknown as Resolver<UserValues>;
  const changes = formResolver(userForm) as unknown as Resolver<UserValues>;
  return async (values, context, options) => {
    const result = user
      ? await changes(changeOf(values, user) as UserValues, context, options)
      : await creates(values, context, options);
    // The form submits what it holds; the call's body is made from that.
    return Object.keys(result.errors).length > 0 ? result : { values, errors: {} };
  };
}
