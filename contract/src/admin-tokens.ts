import * as z from "zod";
import { budgetMoving } from "./budgets.ts";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { idParams, listQuery, pageOf } from "./list-query.ts";
import { familyBody, fixedFields } from "./sent-fields.ts";
import { token, tokenOrder, tokenStatus } from "./tokens.ts";

/** Another user's token as administrators see it: without its key. */
export const ownedToken = token
  .extend({ owner_name: z.string() })
  .meta({ id: "OwnedToken", description: "Another user's token as administrators see it, without its key." });
export type OwnedToken = z.infer<typeof ownedToken>;

/** Filters are exact; 0 does not filter. Tokens of users whose role is not lower are not shown. */
export const searchTokens = defineEndpoint({
  method: "GET",
  path: "/api/token/admin/search",
  access: "admin",
  summary: "Tokens of users of a lower role",
  query: listQuery(tokenOrder, {
    user_id: z.coerce.number().int().min(0).default(0),
    token_id: z.coerce.number().int().min(0).default(0),
    status: z.coerce.number().int().min(0).max(4).default(0),
    token: z
      .string()
      .trim()
      .max(limits.keywordMax)
      .default("")
      .describe("A full key, or the last four characters of one."),
  }),
  data: pageOf(ownedToken),
});

export const tokenStatusForm = z
  .object({
    id: z.int().positive(),
    status: z.union([z.literal(tokenStatus.enabled), z.literal(tokenStatus.disabled)]),
  })
  .meta({ id: "TokenStatusForm" });

/** Only the status: other fields belong to the owner. */
export const setTokenStatus = defineEndpoint({
  method: "PUT",
  path: "/api/token/admin",
  access: "admin",
  summary: "Enable or disable another user's token",
  body: familyBody(tokenStatusForm),
  fixed: fixedFields(ownedToken, tokenStatusForm, {
    moving: ["used_quota", "accessed_time", ...budgetMoving],
  }),
  data: ownedToken,
});

export const deleteOwnedToken = defineEndpoint({
  method: "DELETE",
  path: "/api/token/admin/:id",
  access: "admin",
  summary: "Delete another user's token",
  params: idParams,
  data: z.null(),
});
