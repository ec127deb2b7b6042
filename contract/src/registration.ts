import * as z from "zod";
import { email, newPassword } from "./account-fields.ts";
import { ownUsername } from "./new-username.ts";
import { defineEndpoint } from "./endpoint.ts";
import { stepUp } from "./step-up.ts";

/** A code that was sent by mail; spaces that came along when it was copied do not count. */
const verificationCode = z
  .string()
  .max(40)
  .overwrite((text) => text.replaceAll(/\s/g, ""));

/** Token of the CAPTCHA widget; checked only where it is enabled. */
const turnstile = z.string().max(4096).default("");

/** How long a code and a link from a mail are good for, in seconds. */
export const codeSeconds = 600;
export const resetLinkSeconds = 1800;
/** Seconds until the next code may be requested. */
export const codePauseSeconds = 60;

/**
 * A new account. Address and code count, and must be there, where registration requires verification; otherwise they
 * are not read, so that no account carries an address that no one has shown to be theirs.
 */
export const registerForm = z
  .object({
    username: ownUsername,
    password: newPassword,
    email: email.or(z.literal("")).default(""),
    verification_code: verificationCode.default(""),
    aff_code: z
      .string()
      .max(40)
      .default("")
      .describe("Code from an invitation link; an unknown code is ignored."),
  })
  .meta({ id: "RegisterForm" });
export type RegisterForm = z.infer<typeof registerForm>;

export const register = defineEndpoint({
  method: "POST",
  path: "/api/user/register",
  access: "public",
  summary: "Create an account with a password; does not sign in",
  query: z.object({ turnstile }),
  body: registerForm,
  data: z.null(),
  rate: "critical",
});

/** Signed in: a code that this user alone can bind the address with; else one for a new account. */
export const sendVerification = defineEndpoint({
  method: "GET",
  path: "/api/verification",
  access: "public",
  summary: "Send a verification code to an address",
  query: z.object({ email, turnstile }),
  data: z.null(),
  rate: "critical",
});

export const requestReset = defineEndpoint({
  method: "GET",
  path: "/api/reset_password",
  access: "public",
  summary:
    "Send a link for choosing a new password, if the address belongs to an account; the response does not reveal it",
  query: z.object({ email, turnstile }),
  data: z.null(),
  rate: "critical",
});

/** Parameters of a link in a mail. */
export const resetLink = z
  .object({ email, token: z.string().min(1).max(200) })
  .meta({ id: "ResetLinkForm", description: "Address and token of a password reset link." });

/** Tokens are too long to be guessed, so requests are not limited like guesses. */
export const checkResetLink = defineEndpoint({
  method: "POST",
  path: "/api/user/reset/check",
  access: "public",
  summary: "Whether a link for choosing a new password still works",
  body: resetLink,
  data: z.boolean(),
});

export const resetPasswordForm = resetLink
  .extend({ password: newPassword.optional() })
  .meta({ id: "ResetPasswordForm" });

/** Without `password` one is generated and returned, as One API clients expect; otherwise the data is empty. */
export const resetPassword = defineEndpoint({
  method: "POST",
  path: "/api/user/reset",
  access: "public",
  summary: "Set a new password by a link from a mail; ends every session and withdraws the access token",
  body: resetPasswordForm,
  data: z.string(),
  rate: "critical",
});

export const bindEmailForm = stepUp
  .extend({ email, verification_code: verificationCode })
  .meta({ id: "BindEmailForm" });
export type BindEmailForm = z.infer<typeof bindEmailForm>;

export const bindEmail = defineEndpoint({
  method: "POST",
  path: "/api/oauth/email/bind",
  access: "user",
  summary: "Bind an address with the code that was sent to it; requires step-up; the old address is notified",
  body: bindEmailForm,
  data: z.null(),
  rate: "critical",
});

/** The family's call. It cannot carry a password, so it works for accounts without one within ten minutes of signing in. */
export const bindEmailByCode = defineEndpoint({
  method: "GET",
  path: "/api/oauth/email/bind",
  access: "user",
  summary: "The same for accounts without a password, within ten minutes of signing in",
  query: z.object({ email, code: verificationCode }),
  data: z.null(),
  rate: "critical",
});

export const getInvitationCode = defineEndpoint({
  method: "GET",
  path: "/api/user/aff",
  access: "user",
  summary: "Get the code of your invitation link",
  data: z.string(),
});
