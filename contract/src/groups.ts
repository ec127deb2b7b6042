import * as z from "zod";
import { callLimit } from "./call-limits.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";
import { familyBody, fixedFields, partialFields } from "./sent-fields.ts";

export const defaultGroup = "default";

/**
 * `ratio` multiplies every price. Limits of each user in the group: `api_rate` is requests per minute, at least 1;
 * `tokens_per_minute` and `concurrency` are 0 for no limit.
 */
export const userGroup = z
  .object({
    id: z.int(),
    symbol: z.string().describe("Name that tokens, users and channels use for the group."),
    name: z.string(),
    ratio: z.number().describe("Multiple of every price."),
    api_rate: z.int().describe("Requests per minute."),
    tokens_per_minute: z.int().describe("0: no limit."),
    concurrency: z.int().describe("Calls at the same time; 0: no limit."),
    public: z.boolean().describe("Every user may choose the group for a token."),
    promotion: z.boolean(),
    min: z.int(),
    max: z.int(),
    enable: z.boolean(),
  })
  .meta({
    id: "UserGroup",
    description: "`ratio` multiplies every price. The limits apply to each user of the group.",
  });
export type UserGroup = z.infer<typeof userGroup>;

/** A group with how many living users, tokens and channels name it. */
export const usedGroup = userGroup
  .extend({
    users: z.int(),
    tokens: z.int(),
    channels: z.int(),
  })
  .meta({
    id: "UsedGroup",
    description: "A user group with the number of users, tokens and channels that use it.",
  });
export type UsedGroup = z.infer<typeof usedGroup>;

const ratio = z.number().min(0).max(1000);

const groupFields = {
  name: z.string().trim().min(1).max(50),
  ratio: ratio.default(1),
  api_rate: z.int().min(1).max(10_000_000).default(600),
  tokens_per_minute: callLimit,
  concurrency: callLimit,
  public: z.boolean().default(false),
  promotion: z.boolean().default(false),
  min: z.int().min(0).default(0),
  max: z.int().min(0).default(0),
};

const symbol = z
  .string()
  .trim()
  .min(1)
  .max(limits.groupSymbolMax)
  .refine((text) => /^[A-Za-z0-9_-]+$/.test(text), { params: { code: "group.symbol" } });

/** Bounds of the automatic upgrade, in dollars that were topped up; a `max` of 0 is none. */
export const isUpgradeRange = (form: { min: number; max: number }): boolean =>
  form.max === 0 || form.max > form.min;
export const upgradeProblem = {
  path: ["max"],
  params: { code: "group.upgrade_range" },
  message: "The upper bound must be 0 or above the lower one.",
};

export const userGroupForm = z
  .object({ symbol, ...groupFields })
  .refine(isUpgradeRange, upgradeProblem)
  .meta({ id: "UserGroupForm" });
export type UserGroupForm = z.infer<typeof userGroupForm>;

/** A group as a whole with its id, for the editor. */
export const userGroupUpdateForm = z
  .object({ id: z.int().positive(), ...groupFields })
  .refine(isUpgradeRange, upgradeProblem);

/** Fields that are left out stay as they are. */
export const userGroupChangeForm = partialFields(groupFields)
  .extend({ id: z.int().positive() })
  .meta({ id: "UserGroupChangeForm", description: "Fields that are left out stay as they are." });
export type UserGroupChangeForm = z.infer<typeof userGroupChangeForm>;
export type UserGroupUpdateForm = z.infer<typeof userGroupUpdateForm>;

/** The "group ratio" setting: symbol → ratio. */
export const groupRatios = z
  .record(symbol, ratio)
  .refine((ratios) => Object.keys(ratios).length <= limits.groupsMax, { params: { code: "too_big" } });
export type GroupRatios = z.infer<typeof groupRatios>;

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
  query: listQuery(["id", "symbol", "name", "ratio", "api_rate", "enable"], {}),
  data: pageOf(usedGroup),
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
  summary: "Change the fields of a user group that are sent; its symbol stays",
  body: familyBody(userGroupChangeForm),
  fixed: fixedFields(userGroup, userGroupChangeForm),
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
  summary: "Delete a user group that no user, token or channel uses",
  params: idParams,
  data: z.null(),
});

export const getGroupRatios = defineEndpoint({
  method: "GET",
  path: "/api/user_group/ratios",
  access: "admin",
  summary: "Ratios of all user groups, by symbol",
  data: z.record(z.string(), z.number()),
});

export const groupRatiosForm = z
  .object({ ratios: groupRatios })
  .meta({ id: "GroupRatiosForm", description: "The ratio of every user group, by symbol." });

/** Names every group; new symbols become groups. Groups are deleted one by one, so none may be missing. */
export const setGroupRatios = defineEndpoint({
  method: "PUT",
  path: "/api/user_group/ratios",
  access: "admin",
  summary: "Set the ratios of all user groups",
  body: groupRatiosForm,
  data: z.record(z.string(), z.number()),
});

/** Groups the caller may choose for a token: public ones and the user's own. */
export const getUserGroupMap = defineEndpoint({
  method: "GET",
  path: "/api/user_group_map",
  access: "public",
  summary: "Enabled groups that the caller may use, by symbol",
  data: z.record(z.string(), userGroup),
});
