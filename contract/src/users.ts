import * as z from "zod";
import { isKnownRole } from "./access.ts";
import { email, newPassword, username } from "./account-fields.ts";
import { budgetForm, budgetMoving, budgetState } from "./budgets.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";
import { newUsername } from "./new-username.ts";
import { familyBody, fixedFields, partialFields } from "./sent-fields.ts";
import { bindings, user } from "./user.ts";

export { type BindingKind, bindingKinds, type User, user, userStatus } from "./user.ts";

/** A user as administrators see it. A binding is the account's name or id elsewhere; empty: not linked. */
export const adminUser = user
  .extend({
    email_verified: z.boolean(),
    bindings,
    second_factor: z.boolean().describe("Sign-in requires a two-factor code."),
    passkeys: z.int(),
    inviter_id: z.int().describe("Who invited this user; 0 and empty for no one."),
    inviter_name: z.string(),
    deletion_requested_time: z.int().describe("When the user requested the account's deletion; 0: never."),
    ...budgetState,
  })
  .meta({ id: "AdminUser", description: "A user as administrators see it." });
export type AdminUser = z.infer<typeof adminUser>;

const role = z.int().refine(isKnownRole, { params: { code: "user.unknown_role" } });
const group = z.string().min(1).max(limits.groupSymbolMax);
const noEmail = z.literal("");

/** What an administrator sets of a user. The balance is set once; afterwards it is changed by `changeUserQuota` alone. */
export const newUserForm = z
  .object({
    username: newUsername,
    display_name: z.string().trim().max(limits.displayNameMax).default(""),
    password: newPassword,
    email: email.or(noEmail).default(""),
    group: group.default("default"),
    role: role.default(1),
    quota: z
      .int()
      .min(0)
      .max(limits.quotaMax)
      .optional()
      .describe("Initial balance in quota. Left out: the same as every new account."),
  })
  .meta({ id: "NewUserForm" });
export type NewUserForm = z.infer<typeof newUserForm>;

/** Fields that are left out stay as they are, and so does the password when it is empty. */
export const userChangeForm = z
  .object({
    id: z.int().positive(),
    username: username.optional(),
    display_name: newUserForm.shape.display_name.removeDefault().optional(),
    password: newPassword.or(z.literal("")).default(""),
    email: email.or(noEmail).optional(),
    group: group.optional(),
    role: role.optional(),
    ...partialFields(budgetForm).shape,
  })
  .meta({ id: "UserChangeForm", description: "Fields that are left out stay as they are." });
export type UserChangeForm = z.infer<typeof userChangeForm>;

/** Fields of the family's user that no answer here holds: credentials, and counters of invitations. */
const familyUserFields = [
  "access_token",
  "aff_code",
  "aff_count",
  "aff_quota",
  "aff_history_quota",
  "github_id",
  "github_id_new",
  "oidc_id",
  "lark_id",
  "wechat_id",
  "telegram_id",
];
const moving = ["used_quota", "request_count", "last_login_time", "last_login_ip", ...budgetMoving];
const instead = { quota: "POST /api/user/quota/:id", status: "POST /api/user/manage" };

/** Signed: positive adds, negative takes away, never more than there is. */
export const quotaChangeForm = z
  .object({
    quota: z
      .int()
      .min(-limits.quotaMax)
      .max(limits.quotaMax)
      .refine((quota) => quota !== 0, { params: { code: "user.quota_zero" } }),
    remark: z.string().trim().max(200).default(""),
    /** Made by the client: the same id changes the balance once, however often it arrives. */
    request_id: z
      .string()
      .regex(/^[0-9A-Za-z-]{8,64}$/)
      .optional(),
  })
  .meta({
    id: "QuotaChangeForm",
    description: "A change of a user's balance: positive adds, negative takes away.",
  });
export type QuotaChangeForm = z.infer<typeof quotaChangeForm>;

export const userActions = ["enable", "disable", "delete", "promote", "demote"] as const;
export type UserAction = (typeof userActions)[number];

export const bulkUserActions = ["enable", "disable", "delete", "set_group"] as const;
export type BulkUserAction = (typeof bulkUserActions)[number];

export const userOrder = [
  "id",
  "username",
  "group",
  "quota",
  "used_quota",
  "request_count",
  "role",
  "status",
  "created_time",
  "last_login_time",
  "last_login_ip",
] as const;

/** `keyword` is found in username, display name and email address, or is the id. */
export const listUsers = defineEndpoint({
  method: "GET",
  path: "/api/user/",
  access: "admin",
  summary: "Users",
  query: listQuery(userOrder, {
    role: z.coerce.number().int().min(0).default(0),
    status: z.coerce.number().int().min(0).max(2).default(0),
    group: z.string().max(limits.groupSymbolMax).default(""),
  }),
  data: pageOf(adminUser),
});

export const getUser = defineEndpoint({
  method: "GET",
  path: "/api/user/:id",
  access: "admin",
  summary: "One user of a lower role than the caller's, or the caller",
  params: idParams,
  data: adminUser,
});

export const createUser = defineEndpoint({
  method: "POST",
  path: "/api/user/",
  access: "admin",
  summary: "Create a user of a lower role than the caller's",
  body: familyBody(newUserForm),
  fixed: fixedFields(adminUser, newUserForm, { others: familyUserFields }),
  data: adminUser,
});

export const updateUser = defineEndpoint({
  method: "PUT",
  path: "/api/user/",
  access: "admin",
  summary: "Change a user of a lower role; a new password ends all sessions",
  body: familyBody(userChangeForm),
  fixed: fixedFields(adminUser, userChangeForm, { moving, others: familyUserFields, instead }),
  data: adminUser,
});

export const manageUserForm = z
  .object({
    id: z.int().positive().optional(),
    username: z.string().trim().min(1).max(200).optional(),
    action: z.enum(userActions),
  })
  .refine((body) => (body.id === undefined) !== (body.username === undefined), {
    path: ["username"],
    params: { code: "user.name_or_id" },
    message: "Name the user by id or by username.",
  })
  .meta({ id: "ManageUserForm", description: "Either `id` or `username`." });

export const userState = user.pick({ id: true, role: true, status: true }).meta({ id: "UserState" });

/** Names the user by `username`, as the family's tools do, or by `id`. */
export const manageUser = defineEndpoint({
  method: "POST",
  path: "/api/user/manage",
  access: "admin",
  summary: "Enable, disable or delete a user, make one an administrator or end that",
  body: manageUserForm,
  data: userState,
});

export const changedQuota = z
  .object({
    balance: z.int(),
    applied: z.boolean().describe("False: this request id was used before, and nothing changed."),
  })
  .meta({ id: "ChangedQuota" });

export const changeUserQuota = defineEndpoint({
  method: "POST",
  path: "/api/user/quota/:id",
  access: "admin",
  summary: "Add to or take from a user's balance",
  params: idParams,
  body: quotaChangeForm,
  data: changedQuota,
});

export const deleteUser = defineEndpoint({
  method: "DELETE",
  path: "/api/user/:id",
  access: "admin",
  summary: "Delete a user; tokens and sessions end, the username becomes free",
  params: idParams,
  data: z.null(),
});

export const userBatchForm = z
  .object({
    ids: z.array(z.int().positive()).min(1).max(100),
    action: z.enum(bulkUserActions),
    group: group.optional().describe("With `set_group`: symbol of the group."),
  })
  .refine((body) => body.action !== "set_group" || body.group !== undefined, {
    path: ["group"],
    params: { code: "invalid_type" },
    message: "Name the group.",
  })
  .meta({ id: "UserBatchForm" });

export const userActionResult = z
  .object({ id: z.int(), success: z.boolean(), code: z.string(), message: z.string() })
  .meta({ id: "UserActionResult", description: "`code` and `message` of the error; empty after success." });

export const userBatchResult = z
  .object({ results: z.array(userActionResult) })
  .meta({ id: "UserBatchResult" });

/** Each user is done or rejected on its own. */
export const editUsers = defineEndpoint({
  method: "POST",
  path: "/api/user/bulk",
  access: "admin",
  summary: "Enable, disable, delete or regroup several users",
  body: userBatchForm,
  data: userBatchResult,
});

export const endUserSessions = defineEndpoint({
  method: "POST",
  path: "/api/user/:id/end_sessions",
  access: "admin",
  summary: "Sign a user out everywhere and withdraw the access token of the console API",
  params: idParams,
  data: z.null(),
});

export const resetTwoFactor = defineEndpoint({
  method: "POST",
  path: "/api/user/:id/reset_second_factor",
  access: "admin",
  summary: "Remove a user's two-factor secret and passkeys and sign the user out everywhere",
  params: idParams,
  data: adminUser,
});
