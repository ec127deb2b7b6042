import * as z from "zod";

export const userStatus = { enabled: 1, disabled: 2 } as const;

/** A user as answers show it. `quota` is what is left to spend, amounts reserved for running calls included. */
export const user = z.object({
  id: z.number().int(),
  username: z.string(),
  display_name: z.string(),
  role: z.number().int(),
  status: z.number().int(),
  email: z.string(),
  avatar_url: z.string(),
  group: z.string(),
  quota: z.number().int(),
  used_quota: z.number().int(),
  request_count: z.number().int(),
  created_time: z.number().int(),
  last_login_time: z.number().int(),
  last_login_ip: z.string(),
});
export type User = z.infer<typeof user>;

/** Accounts elsewhere that can be linked to a user. */
export const bindingKinds = ["github", "oidc", "lark", "wechat", "telegram"] as const;
export type BindingKind = (typeof bindingKinds)[number];
