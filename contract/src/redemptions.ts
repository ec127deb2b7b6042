import * as z from "zod";
import { defineEndpoint, fileAnswer } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { changedCount, idParams, listQuery, pageOf } from "./list-query.ts";
import { familyBody, fixedFields, partialFields } from "./sent-fields.ts";
import { neverExpires } from "./tokens.ts";

/** 1 to 3 are stored as in the family; 4 is an enabled code whose expiry time has passed. */
export const redemptionStatus = { enabled: 1, disabled: 2, used: 3, expired: 4 } as const;

export const redemption = z
  .object({
    id: z.int(),
    user_id: z.int().describe("The administrator who created the code."),
    name: z.string(),
    key: z.string().describe("Masked: `…` and the last four characters of the code."),
    status: z.int().describe("1: enabled, 2: disabled, 3: used, 4: expired."),
    quota: z.int().describe("Quota that the code adds to a balance."),
    created_time: z.int().describe("Epoch seconds."),
    expired_time: z.int().describe("Epoch seconds; -1: never."),
    redeemed_time: z.int().describe("Epoch seconds; 0: not redeemed yet."),
    used_user_id: z.int().describe("The user who redeemed the code; 0: no one yet."),
    used_username: z.string().describe("Name of that user; empty: no one yet, or the user is deleted."),
  })
  .meta({ id: "Redemption", description: "A redemption code. `key` is masked." });
export type Redemption = z.infer<typeof redemption>;

/** Most codes that one call creates. */
export const redemptionsAtOnce = 10_000;

/** 0 is never in a call, as in the family. */
const expiry = z
  .int()
  .refine((time) => time > 0 || time === neverExpires, {
    params: { code: "date.invalid" },
    message: "Epoch seconds, or -1 for never.",
  })
  .default(neverExpires)
  .describe("Epoch seconds; -1: never.");

export const redemptionForm = z
  .object({
    name: z.string().trim().min(1).max(limits.redemptionNameMax),
    quota: z.int().min(0).max(limits.quotaMax).describe("Quota of each code."),
    count: z.int().min(1).max(redemptionsAtOnce).default(1).describe("How many codes."),
    expired_time: expiry,
  })
  .meta({ id: "RedemptionForm", description: "New redemption codes, all with the same name and quota." });
export type RedemptionForm = z.infer<typeof redemptionForm>;

/** 0 is never in a call, as in the family. */
function zeroIsNever(body: Record<string, unknown>): Record<string, unknown> {
  return body["expired_time"] === 0 ? { ...body, expired_time: neverExpires } : body;
}

const redemptionFilters = {
  status: z.coerce
    .number()
    .int()
    .min(0)
    .max(4)
    .default(0)
    .describe("1: enabled, 2: disabled, 3: used, 4: expired, 0: all."),
};

const keywordFilter = z.string().max(limits.keywordMax).default("").describe("Text to search for.");

export const redemptionOrder = [
  "id",
  "name",
  "status",
  "quota",
  "created_time",
  "expired_time",
  "redeemed_time",
] as const;

/** `keyword`: an id, the beginning of a name, a whole code, or the last four characters of one. */
export const listRedemptions = defineEndpoint({
  method: "GET",
  path: "/api/redemption/",
  access: "admin",
  summary: "Redemption codes, masked",
  query: listQuery(redemptionOrder, redemptionFilters),
  data: pageOf(redemption),
});

/** The export holds whole codes and leaves an audit entry. */
export const exportRedemptions = defineEndpoint({
  method: "GET",
  path: "/api/redemption/export",
  access: "admin",
  summary: "Redemption codes that match, in full, as CSV",
  query: z.object({
    keyword: keywordFilter,
    ...redemptionFilters,
  }),
  data: fileAnswer,
  file: ["text/csv"],
});

export const getRedemption = defineEndpoint({
  method: "GET",
  path: "/api/redemption/:id",
  access: "admin",
  summary: "One redemption code, masked",
  params: idParams,
  data: redemption,
});

export const redemptionKey = z
  .object({ key: z.string() })
  .meta({ id: "RedemptionKey", description: "A whole redemption code." });

export const revealRedemption = defineEndpoint({
  method: "GET",
  path: "/api/redemption/:id/key",
  access: "admin",
  summary: "The whole code; leaves an audit entry",
  params: idParams,
  data: redemptionKey,
});

export const createRedemptions = defineEndpoint({
  method: "POST",
  path: "/api/redemption/",
  access: "admin",
  summary: "Create redemption codes; returns the full codes",
  body: familyBody(redemptionForm, zeroIsNever),
  data: z.array(z.string()),
});

const settableStatus = z.union([z.literal(redemptionStatus.enabled), z.literal(redemptionStatus.disabled)]);

/** Status 4 follows from the time: a body that repeats it leaves the status alone. */
export const redemptionUpdateForm = partialFields(redemptionForm.omit({ count: true }).shape)
  .extend({
    id: z.int().positive(),
    status: z.union([...settableStatus.options, z.literal(redemptionStatus.expired)]).optional(),
  })
  .meta({ id: "RedemptionChangeForm", description: "Fields that are left out stay as they are." });
export type RedemptionUpdateForm = z.infer<typeof redemptionUpdateForm>;

/** `status_only=true` changes nothing but the status, as the family's clients expect. Used codes cannot be changed. */
export const updateRedemption = defineEndpoint({
  method: "PUT",
  path: "/api/redemption/",
  access: "admin",
  summary: "Change the fields of an unused code that are sent, or only its status",
  query: z.object({ status_only: z.stringbool().default(false) }),
  body: familyBody(redemptionUpdateForm, zeroIsNever),
  fixed: fixedFields(redemption, redemptionUpdateForm, { others: ["count"] }),
  data: redemption,
});

export const deleteRedemption = defineEndpoint({
  method: "DELETE",
  path: "/api/redemption/:id",
  access: "admin",
  summary: "Delete a redemption code; what it added stays on the balance",
  params: idParams,
  data: z.null(),
});

export const redemptionBatchForm = z
  .object({
    ids: z.array(z.int().positive()).max(100).default([]),
    matching: z
      .object({ keyword: keywordFilter, ...redemptionFilters })
      .optional()
      .describe("Instead of `ids`: every code that the list would show for these filters."),
    action: z.enum(["enable", "disable", "delete"]),
  })
  .refine(({ ids, matching }) => (ids.length === 0) === (matching !== undefined), {
    path: ["ids"],
    params: { code: "redemption.batch_target" },
    message: "Send either the ids of codes or what they match.",
  })
  .meta({ id: "RedemptionBatchForm" });
export type RedemptionBatchForm = z.output<typeof redemptionBatchForm>;

/** Used codes are neither enabled nor disabled, expired ones are not enabled. `ids`: at most 100; `matching`: any number. */
export const editRedemptions = defineEndpoint({
  method: "POST",
  path: "/api/redemption/batch",
  access: "admin",
  summary: "Enable, disable or delete several redemption codes, by id or all that match",
  body: redemptionBatchForm,
  data: changedCount,
});

export const redeemForm = z
  .object({ key: z.string().trim().min(1).max(100).describe("The whole code.") })
  .meta({ id: "RedeemForm" });

export const redeemCode = defineEndpoint({
  method: "POST",
  path: "/api/user/topup",
  access: "user",
  summary: "Redeem a code; returns the added quota",
  body: redeemForm,
  data: z.int(),
});
