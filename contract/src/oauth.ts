import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { bindingKinds, user } from "./users.ts";

/** Services whose accounts sign people in here. */
export const signInKinds = ["github", "oidc", "lark", "wechat"] as const;
export type SignInKind = (typeof signInKinds)[number];

/** Code of an invitation link; an unknown one is ignored. */
const aff = z.string().trim().max(64).default("");

/** A WeChat code is valid for three minutes (specification §9). */
export const weChatForm = z.object({ code: z.string().trim().min(1).max(64) });
export type WeChatForm = z.infer<typeof weChatForm>;

const answerOfService = z.object({
  code: z.string().min(1).max(4096),
  /** Without the one that this browser was given, nothing happens. */
  state: z.string().max(200).default(""),
  aff,
});

/** The signed-in user; null: the account elsewhere was linked to the user who was signed in, and the message is `bind`. */
const signedInOrLinked = user.nullable();

export const getSignInState = defineEndpoint({
  method: "GET",
  path: "/api/oauth/state",
  access: "public",
  summary:
    "A one-time state for signing in by GitHub or Lark, or for linking when signed in; valid ten minutes in this browser alone",
  query: z.object({
    /** Absent: the first service that answers with it. */
    method: z.enum(["github", "lark"]).optional(),
    aff,
  }),
  data: z.string(),
  rate: "critical",
});

export const getOidcAddress = defineEndpoint({
  method: "GET",
  path: "/api/oauth/endpoint",
  access: "public",
  summary:
    "Address at which the OIDC provider asks people to sign in; its state is valid ten minutes in this browser alone",
  query: z.object({ aff }),
  data: z.string(),
  rate: "critical",
});

export const signInByGitHub = defineEndpoint({
  method: "GET",
  path: "/api/oauth/github",
  access: "public",
  summary: "Sign in with the code that GitHub gave, or link the account",
  query: answerOfService,
  data: signedInOrLinked,
  rate: "critical",
});

export const signInByLark = defineEndpoint({
  method: "GET",
  path: "/api/oauth/lark",
  access: "public",
  summary: "Sign in with the code that Lark gave, or link the account",
  query: answerOfService,
  data: signedInOrLinked,
  rate: "critical",
});

export const signInByOidc = defineEndpoint({
  method: "GET",
  path: "/api/oauth/oidc",
  access: "public",
  summary: "Sign in with the code that the OIDC provider gave, or link the account",
  /** `iss`: who gave the code, where the provider says so (RFC 9207). */
  query: answerOfService.extend({ iss: z.string().max(2000).optional() }),
  data: signedInOrLinked,
  rate: "critical",
});

export const signInByWeChat = defineEndpoint({
  method: "GET",
  path: "/api/oauth/wechat",
  access: "public",
  summary: "Sign in with a code of the WeChat account, or link the account",
  query: weChatForm.extend({ aff }),
  data: signedInOrLinked,
  rate: "critical",
});

export const linkWeChat = defineEndpoint({
  method: "GET",
  path: "/api/oauth/wechat/bind",
  access: "user",
  summary: "Link a WeChat account with a code of it",
  query: weChatForm,
  data: z.null(),
  rate: "critical",
});

export const unlink = defineEndpoint({
  method: "POST",
  path: "/api/user/unbind",
  access: "user",
  summary: "Unlink an account elsewhere; the last way of signing in stays",
  body: z.object({ type: z.enum(bindingKinds) }),
  data: z.null(),
});
