import * as z from "zod";

export const userStatus = { enabled: 1, disabled: 2 } as const;

/** A user as answers show it. `quota` is what is left to spend, amounts reserved for running calls included. */
export const user = z
  .object({
    id: z.int(),
    username: z.string(),
    display_name: z.string(),
    role: z.int().describe("1: user, 10: administrator, 100: super administrator."),
    status: z.int().describe("1: enabled, 2: disabled."),
    email: z.string(),
    avatar_url: z.string(),
    group: z.string().describe("Symbol of the user group."),
    quota: z.int().describe("Quota left to spend, reserved amounts included."),
    used_quota: z.int().describe("Quota used so far."),
    request_count: z.int().describe("Calls of the user's tokens."),
    created_time: z.int().describe("Epoch seconds."),
    last_login_time: z.int().describe("Epoch seconds; 0: never."),
    last_login_ip: z.string(),
  })
  .meta({ id: "User" });
export type User = z.infer<typeof user>;

/** Accounts elsewhere that can be linked to a user. */
export const bindingKinds = ["github", "oidc", "lark", "wechat", "telegram"] as const;
export type BindingKind = (typeof bindingKinds)[number];

/** Name or id of each account elsewhere. */
export const bindings = z
  .object({
    github: z.string(),
    oidc: z.string(),
    lark: z.string(),
    wechat: z.string(),
    telegram: z.string(),
  } satisfies Record<BindingKind, z.ZodString>)
  .meta({ id: "Bindings", description: "Name or id of each linked account; empty: not linked." });
