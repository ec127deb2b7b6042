import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { limits } from "./limits.ts";
import { user } from "./user.ts";

export const loginForm = z
  .object({
    username: z.string().trim().min(1).max(254),
    password: z.string().min(1).max(limits.passwordMax),
  })
  .meta({ id: "LoginForm" });
export type LoginForm = z.infer<typeof loginForm>;

export const login = defineEndpoint({
  method: "POST",
  path: "/api/user/login",
  access: "public",
  summary: "Sign in by username or email and password; sets the session cookie",
  body: loginForm,
  data: user,
  rate: "critical",
});

export const logout = defineEndpoint({
  method: "GET",
  path: "/api/user/logout",
  access: "public",
  summary: "End the session",
  data: z.null(),
});
