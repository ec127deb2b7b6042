import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { stepUp } from "./step-up.ts";
import { bindingKinds, user } from "./user.ts";

/** Services whose accounts sign people in here. */
export const signInKinds = ["github", "oidc", "lark", "wechat"] as const;
export type SignInKind = (typeof signInKinds)[number];

/** Services to which the console sends the browser with a one-time state. */
export const stateKinds = ["github", "lark"] as const;
export type StateKind = (typeof stateKinds)[number];

/** Code of an invitation link; an unknown one is ignored. */
const aff = z.string().trim().max(64).default("");

/** A WeChat code is valid for three minutes. */
const weChatCode = z.string().trim().min(1).max(64);
export const weChatForm = z.object({ code: weChatCode });
export type WeChatForm = z.infer<typeof weChatForm>;

const answerOfService = z.object({
  code: z.string().min(1).max(4096),
  state: z.string().max(200).default("").describe("Must be the state that this browser received."),
  aff,
});

/** The signed-in user; null: the account elsewhere was linked to the user who was signed in, and the message is `bind`. */
const signedInOrLinked = user.nullable();

export const getSignInState = defineEndpoint({
  method: "GET",
  path: "/api/oauth/state",
  access: "public",
  summary:
    "A one-time state for signing in by GitHub or Lark; when signed in, for linking, within ten minutes of signing in. Valid ten minutes in this browser alone",
  query: z.object({
    method: z.enum(stateKinds).optional().describe("Absent: the first service that responds."),
    aff,
  }),
  data: z.string(),
  rate: "critical",
});

export const linkForm = stepUp.extend({ method: z.enum(stateKinds) }).meta({ id: "LinkForm" });

export const beginLink = defineEndpoint({
  method: "POST",
  path: "/api/oauth/state",
  access: "user",
  summary:
    "A one-time state for linking GitHub or Lark, with stepUp; valid ten minutes in this browser alone",
  body: linkForm,
  data: z.string(),
  rate: "critical",
});

export const getOidcAddress = defineEndpoint({
  method: "GET",
  path: "/api/oauth/endpoint",
  access: "public",
  summary:
    "Address at which the OIDC provider asks people to sign in; when signed in, to link, within ten minutes of signing in. Its state is valid ten minutes in this browser alone",
  query: z.object({ aff }),
  data: z.string(),
  rate: "critical",
});

export const beginOidcLink = defineEndpoint({
  method: "POST",
  path: "/api/oauth/endpoint",
  access: "user",
  summary: "Authorization address of the OIDC provider for linking; requires step-up",
  body: stepUp,
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
  /** `iss`: issuer of the code, where the provider sends it (RFC 9207). */
  query: answerOfService.extend({ iss: z.string().max(2000).optional() }),
  data: signedInOrLinked,
  rate: "critical",
});

export const signInByWeChat = defineEndpoint({
  method: "GET",
  path: "/api/oauth/wechat",
  access: "public",
  summary:
    "Sign in with a code of the WeChat account; when signed in, link it, within ten minutes of signing in",
  query: weChatForm.extend({ aff }),
  data: signedInOrLinked,
  rate: "critical",
});

/** The code of the account has a name of its own: `code` is two-factor authentication's. */
export const weChatLinkForm = stepUp.extend({ wechat_code: weChatCode }).meta({ id: "WeChatLinkForm" });
export type WeChatLinkForm = z.infer<typeof weChatLinkForm>;

export const linkWeChat = defineEndpoint({
  method: "POST",
  path: "/api/oauth/wechat/bind",
  access: "user",
  summary: "Link a WeChat account with its code; requires step-up",
  body: weChatLinkForm,
  data: z.null(),
  rate: "critical",
});

/** The family's call. It cannot carry a password, so it works within ten minutes of signing in. */
export const linkWeChatByCode = defineEndpoint({
  method: "GET",
  path: "/api/oauth/wechat/bind",
  access: "user",
  summary: "The same within ten minutes of signing in",
  query: weChatForm,
  data: z.null(),
  rate: "critical",
});

export const unlinkForm = stepUp.extend({ type: z.enum(bindingKinds) }).meta({ id: "UnlinkForm" });

export const unlink = defineEndpoint({
  method: "POST",
  path: "/api/user/unbind",
  access: "user",
  summary: "Unlink an external account; requires step-up; the last sign-in method stays",
  body: unlinkForm,
  data: z.null(),
});
