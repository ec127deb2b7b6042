import * as z from "zod";
import { callLimit } from "./call-limits.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";

export const defaultGroup = "default";

/**
 * `ratio` multiplies every price. Limits of each user in the group: `api_rate` is requests per minute, at least 1;
 * `tokens_per_minute` and `concurrency` are 0 for no limit.
 */
export const userGroup = z.object({
  id: z.number().int(),
  symbol: z.string(),
  name: z.string(),
  ratio: z.number(),
  api_rate: z.number().int(),
  tokens_per_minute: z.number().int(),
  concurrency: z.number().int(),
  public: z.boolean(),
  promotion: z.boolean(),
  min: z.number().int(),
  max: z.number().int(),
  enable: z.boolean(),
});
export type UserGroup = z.infer<typeof userGroup>;

const groupFields = {
  name: z.string().trim().min(1).max(50),
  ratio: z.number().min(0).max(1000).default(1),
  api_rate: z.number().int().min(1).max(10_000_000).default(600),
  tokens_per_minute: callLimit,
  concurrency: callLimit,
  public: z.boolean().default(false),
  promotion: z.boolean().default(false),
  min: z.number().int().min(0).default(0),
  max: z.number().int().min(0).default(0),
};

export const userGroupForm = z.object({
  symbol: z
    .string()
    .trim()
    .min(1)
    .max(limits.groupSymbolMax)
    .regex(/^[A-Za-z0-9_-]+$/),
  ...groupFields,
});

export const listGroupSymbols = defineEndpoint({
  method: "GET",
  path: "/api/group/",
  access: "admin",
  summary: "Symbols of all user groups",
  data: z.array(z.string()),
});

export const listUserGroups = defineEndpoint({
  method: "GET",
  path: "/api/user_group/",
  access: "admin",
  summary: "User groups",
  query: listQuery(["id", "symbol", "name", "ratio", "enable"], {}),
  data: pageOf(userGroup),
});

export const createUserGroup = defineEndpoint({
  method: "POST",
  path: "/api/user_group/",
  access: "admin",
  summary: "Create a user group",
  body: userGroupForm,
  data: userGroup,
});

export const updateUserGroup = defineEndpoint({
  method: "PUT",
  path: "/api/user_group/",
  access: "admin",
  summary: "Change a user group; its symbol stays",
  body: z.object({ id: z.number().int().positive(), ...groupFields }),
  data: userGroup,
});

export const toggleUserGroup = defineEndpoint({
  method: "PUT",
  path: "/api/user_group/enable/:id",
  access: "admin",
  summary: "Enable or disable a user group",
  params: idParams,
  data: userGroup,
});

export const deleteUserGroup = defineEndpoint({
  method: "DELETE",
  path: "/api/user_group/:id",
  access: "admin",
  summary: "Delete a user group nobody is in",
  params: idParams,
  data: z.null(),
});

/** Groups the caller may choose for a token: public ones and the user's own. */
export const getUserGroupMap = defineEndpoint({
  method: "GET",
  path: "/api/user_group_map",
  access: "public",
  summary: "Enabled groups that the caller may use, by symbol",
  data: z.record(z.string(), userGroup),
});
