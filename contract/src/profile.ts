import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { user } from "./users.ts";

/** The caller's own record with the ratio and limit of the group in force. */
export const self = user.extend({
  group_name: z.string(),
  group_ratio: z.number(),
  group_api_rate: z.number().int(),
});
export type Self = z.infer<typeof self>;

/** An empty password leaves it unchanged; a new one needs the current one and ends other sessions. */
export const selfForm = z.object({
  display_name: z.string().trim().max(limits.displayNameMax),
  password: z.string().min(limits.passwordMin).max(limits.passwordMax).or(z.literal("")).default(""),
  current_password: z.string().max(limits.passwordMax).default(""),
});

export const getSelf = defineEndpoint({
  method: "GET",
  path: "/api/user/self",
  access: "user",
  summary: "The signed-in user",
  data: self,
});

export const updateSelf = defineEndpoint({
  method: "PUT",
  path: "/api/user/self",
  access: "user",
  summary: "Change one's own display name or password",
  body: selfForm,
  data: self,
});

export const resetAccessToken = defineEndpoint({
  method: "GET",
  path: "/api/user/token",
  access: "user",
  summary: "Make a new access token for the console API; the old one stops working",
  data: z.string(),
});
