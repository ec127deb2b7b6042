import * as z from "zod";
import { budgetForm, budgetMissing, budgetMoving, budgetState, lacksBudgetAmount } from "./budgets.ts";
import { callLimit } from "./call-limits.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { changedCount, idParams, listQuery, pageOf } from "./list-query.ts";
import { modelName } from "./model-pattern.ts";
import { familyBody, fixedFields, partialFields } from "./sent-fields.ts";

export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const;

/** Never expires, on the wire. */
export const neverExpires = -1;

/** One address or CIDR range, version 4 or 6. */
export const addressRange = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const tokenHeartbeat = z
  .object({
    enabled: z.boolean().default(false),
    timeout_seconds: z.int().min(30).max(90).default(30),
  })
  .meta({
    id: "TokenHeartbeat",
    description: "Keep-alive before the first word, for callers behind proxies that cut silent connections.",
  });

export const tokenModelLimit = z
  .object({ enabled: z.boolean().default(false), models: z.array(modelName).max(500).default([]) })
  .meta({ id: "TokenModelLimit", description: "Models that the token may call, when enabled." });

export const tokenAddressLimit = z
  .object({
    enabled: z.boolean().default(false),
    whitelist: z.array(addressRange).max(200).default([]).describe("Addresses and CIDR ranges."),
  })
  .meta({ id: "TokenAddressLimit", description: "Addresses that the token may be used from, when enabled." });

export const tokenLimits = z
  .object({
    limit_model_setting: tokenModelLimit.prefault({}),
    limits_ip_setting: tokenAddressLimit.prefault({}),
  })
  .meta({ id: "TokenLimits" });

export const tokenSetting = z
  .object({ heartbeat: tokenHeartbeat.prefault({}), limits: tokenLimits.prefault({}) })
  .meta({ id: "TokenSetting" });
export type TokenSetting = z.infer<typeof tokenSetting>;

/** A token without its key; `key` is `sk-…` and the last four characters. */
export const token = z
  .object({
    id: z.int(),
    user_id: z.int(),
    name: z.string(),
    key: z.string(),
    status: z.int().describe("1: enabled, 2: disabled, 3: expired, 4: quota used up."),
    created_time: z.int().describe("Epoch seconds."),
    accessed_time: z.int().describe("Epoch seconds of the last call."),
    expired_time: z.int().describe("Epoch seconds; -1: never."),
    remain_quota: z.int().describe("Quota left. Without meaning while `unlimited_quota` is true."),
    unlimited_quota: z
      .boolean()
      .describe("The token has no limit of its own; its user's balance is the limit."),
    used_quota: z.int().describe("Quota used so far."),
    group: z.string().describe("Symbol of a user group; empty: the user's own."),
    backup_group: z
      .string()
      .describe("Group that is used where `group` has no channel for a model; empty: none."),
    chat_cache: z.boolean().describe("Answer repeated requests from the response cache."),
    requests_per_minute: z.int().describe("0: no limit."),
    tokens_per_minute: z.int().describe("0: no limit."),
    concurrency: z.int().describe("Calls at the same time; 0: no limit."),
    ...budgetState,
    old_key_expires: z
      .int()
      .describe("Until when the key before the last rotation is valid, epoch seconds; 0: it is not."),
    setting: tokenSetting,
  })
  .meta({ id: "Token", description: "An API token. `key` is masked: `sk-…` and the last four characters." });
export type Token = z.infer<typeof token>;

/** `group` empty: the user's own. `expired_time` -1: never. The limits of calls are 0 for none, and count beside the user's own. */
export const tokenForm = z
  .object({
    name: z.string().trim().min(1).max(limits.tokenNameMax),
    expired_time: z
      .int()
      .refine((time) => time > 0 || time === neverExpires, {
        params: { code: "date.invalid" },
        message: "Epoch seconds, or -1 for never.",
      })
      .default(neverExpires)
      .describe("Epoch seconds; -1: never."),
    unlimited_quota: z
      .boolean()
      .default(false)
      .describe("The token has no limit of its own; its user's balance is the limit."),
    remain_quota: z
      .int()
      .min(0)
      .max(limits.quotaMax)
      .default(0)
      .describe("Quota that the token may use. Ignored while `unlimited_quota` is true."),
    group: z
      .string()
      .max(limits.groupSymbolMax)
      .default("")
      .describe("Symbol of a user group; empty: the user's own."),
    backup_group: z
      .string()
      .max(limits.groupSymbolMax)
      .default("")
      .describe("Group that is used where `group` has no channel for a model; empty: none."),
    chat_cache: z.boolean().default(false).describe("Answer repeated requests from the response cache."),
    requests_per_minute: callLimit.describe("0: no limit."),
    tokens_per_minute: callLimit.describe("0: no limit."),
    concurrency: callLimit.describe("Calls at the same time; 0: no limit."),
    ...budgetForm,
    setting: tokenSetting.prefault({}),
  })
  .refine((form) => !lacksBudgetAmount(form), budgetMissing)
  .meta({ id: "TokenForm", description: "A new token. `group` empty: the user's own group." });
export type TokenForm = z.infer<typeof tokenForm>;

/** In a call 0 is never, too, as in the family. A form rejects it: there it is a date that was left empty. */
function zeroIsNever(body: Record<string, unknown>): Record<string, unknown> {
  return body["expired_time"] === 0 ? { ...body, expired_time: neverExpires } : body;
}

export const tokenOrder = [
  "id",
  "name",
  "status",
  "created_time",
  "accessed_time",
  "expired_time",
  "remain_quota",
  "used_quota",
] as const;

export const tokenListQuery = listQuery(tokenOrder, {
  status: z.coerce.number().int().min(0).max(4).default(0),
});

/** `keyword`: part of the name, or the last four characters of the key. */
export const listTokens = defineEndpoint({
  method: "GET",
  path: "/api/token/",
  access: "user",
  summary: "List your tokens, keys masked; GET /api/token/:id/key returns a full key",
  query: tokenListQuery,
  data: pageOf(token),
});

export const getToken = defineEndpoint({
  method: "GET",
  path: "/api/token/:id",
  access: "user",
  summary: "One token, its key masked; GET /api/token/:id/key answers the full key",
  params: idParams,
  data: token,
});

/** At most 100, the newest first. `token`: a full key, or the last four characters of one. */
export const searchOwnTokens = defineEndpoint({
  method: "GET",
  path: "/api/token/search",
  access: "user",
  summary: "Search your tokens by name or key",
  query: z.object({
    keyword: z.string().max(limits.keywordMax).default(""),
    token: z.string().trim().max(limits.keywordMax).default(""),
  }),
  data: z.array(token),
});

/** The name that the family gives the token of the playground. */
export const playgroundTokenName = "sys_playground";

/** GET as in One API, although the first call creates the token. */
export const getPlaygroundKey = defineEndpoint({
  method: "GET",
  path: "/api/token/playground",
  access: "user",
  summary: "The key, without `sk-`, of your token for the playground; the first call creates the token",
  data: z.string(),
});

export const tokenKey = z.object({ key: z.string() }).meta({ id: "TokenKey", description: "A full key." });

export const revealTokenKey = defineEndpoint({
  method: "GET",
  path: "/api/token/:id/key",
  access: "user",
  summary: "Get the full key of your token",
  params: idParams,
  data: tokenKey,
});

/** The full key comes back once, in `key`. */
export const createToken = defineEndpoint({
  method: "POST",
  path: "/api/token/",
  access: "user",
  summary: "Create a token; returns its full key",
  body: familyBody(tokenForm, zeroIsNever),
  fixed: fixedFields(token, tokenForm, { others: ["billing_tag"] }),
  data: token,
});

const settableStatus = z.union([z.literal(tokenStatus.enabled), z.literal(tokenStatus.disabled)]);

/**
 * Fields that are left out stay as they are. Statuses 3 and 4 follow from time and quota: a body that repeats one leaves the status alone.
 */
export const tokenUpdateForm = partialFields(tokenForm.shape)
  .extend({
    id: z.int().positive(),
    status: z
      .union([...settableStatus.options, z.literal(tokenStatus.expired), z.literal(tokenStatus.exhausted)])
      .optional(),
  })
  .meta({ id: "TokenChangeForm", description: "Fields that are left out stay as they are." });
export type TokenUpdateForm = z.infer<typeof tokenUpdateForm>;

const fixed = fixedFields(token, tokenUpdateForm, {
  moving: ["used_quota", "accessed_time", ...budgetMoving],
});

/** `status_only=true` changes nothing but the status, as the family's clients expect. */
export const updateToken = defineEndpoint({
  method: "PUT",
  path: "/api/token/",
  access: "user",
  summary: "Change the fields of a token that are sent, or only its status",
  query: z.object({ status_only: z.stringbool().default(false) }),
  body: familyBody(tokenUpdateForm, zeroIsNever),
  fixed,
  data: token,
});

export const tokenPatchForm = z.object({ status: settableStatus }).meta({ id: "TokenPatchForm" });

/** The status switch of the list. */
export const patchToken = defineEndpoint({
  method: "PUT",
  path: "/api/token/:id",
  access: "user",
  summary: "Enable or disable a token",
  params: idParams,
  body: tokenPatchForm,
  data: token,
});

export const deleteToken = defineEndpoint({
  method: "DELETE",
  path: "/api/token/:id",
  access: "user",
  summary: "Delete a token; its remaining limit never touches the user's balance",
  params: idParams,
  data: z.null(),
});

export const tokenBatchForm = z
  .object({
    ids: z.array(z.int().positive()).min(1).max(100),
    action: z.enum(["enable", "disable", "delete"]),
  })
  .meta({ id: "TokenBatchForm" });

/** Bulk actions of the list; answers how many rows changed. */
export const editTokens = defineEndpoint({
  method: "POST",
  path: "/api/token/batch",
  access: "user",
  summary: "Enable, disable or delete several tokens",
  body: tokenBatchForm,
  data: changedCount,
});

/** How long the former key stays valid; 0: it ends immediately. */
export const keyGraceMinutesMost = 30 * 24 * 60;

export const tokenRotateForm = z
  .object({
    grace_minutes: z
      .int()
      .min(0)
      .max(keyGraceMinutesMost)
      .default(0)
      .describe("Minutes that the former key stays valid; 0: it ends immediately."),
  })
  .meta({ id: "TokenRotateForm" });

/** A key that an earlier rotation left valid ends with the next one. */
export const rotateTokenKey = defineEndpoint({
  method: "POST",
  path: "/api/token/:id/rotate",
  access: "user",
  summary: "Replace the key of your token; returns the new key",
  params: idParams,
  body: tokenRotateForm,
  data: token,
});

export const tokenSpending = z
  .object({
    days: z.array(z.int()).describe("Starts of the days in UTC, epoch seconds, oldest first."),
    tokens: z
      .array(z.object({ id: z.int(), quota: z.array(z.int()).describe("One for each day.") }))
      .describe("The requested tokens that exist."),
  })
  .meta({ id: "TokenSpending", description: "What tokens spent by day." });
export type TokenSpending = z.infer<typeof tokenSpending>;

/** Administrators also read it of tokens of users of a lower role. */
export const getTokenSpending = defineEndpoint({
  method: "GET",
  path: "/api/token/spending",
  access: "user",
  summary: "Spending of your tokens on each of the last days",
  query: z.object({
    ids: z
      .string()
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/)
      .describe("At most 100 ids, separated by commas."),
    days: z.coerce.number().int().min(1).max(90).default(30),
  }),
  data: tokenSpending,
});
