import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams } from "./list-query.ts";
import { proof } from "./proof.ts";
import { user } from "./user.ts";

export const passkeyRules = { aliasMax: 60, perUser: 20 } as const;

/** A passkey of one's own. */
export const passkey = z.object({
  id: z.number().int(),
  /** Base64url, as the authenticator calls it. */
  credential_id: z.string(),
  alias: z.string(),
  created_time: z.number().int(),
  /** 0: never. */
  last_used_time: z.number().int(),
  /** Kept in an account of the maker (iCloud, Google …), so that it is on more than one device. */
  backed_up: z.boolean(),
});
export type Passkey = z.infer<typeof passkey>;

const alias = z.string().trim().max(passkeyRules.aliasMax);
/** Without a name it gets the day it was added. */
export const newPasskeyForm = proof.extend({ alias: alias.default("") });
export const passkeyNameForm = z.object({ alias: alias.min(1) });

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);

/** Options for `navigator.credentials`, in WebAuthn's own JSON (Level 3, §5.1); the browser reads them. */
const publicKey = z.object({ publicKey: z.record(z.string(), z.unknown()) });

const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal("public-key"),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

/** What an authenticator answers to a registration (RegistrationResponseJSON). */
export const registrationAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});
export type RegistrationAnswer = z.infer<typeof registrationAnswer>;

/** What an authenticator answers to a sign-in (AuthenticationResponseJSON). */
export const loginAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});
export type LoginAnswer = z.infer<typeof loginAnswer>;

export const beginPasskeyLogin = defineEndpoint({
  method: "POST",
  path: "/api/webauthn/login/begin",
  access: "public",
  summary: "Options for signing in with a passkey; the browser is bound by a cookie",
  // Of the family's wire. Not looked at: an answer that named its passkeys would tell whether the account exists.
  body: z.object({ username: z.string().max(254).default("") }),
  data: publicKey,
});

export const finishPasskeyLogin = defineEndpoint({
  method: "POST",
  path: "/api/webauthn/login/finish",
  access: "public",
  summary: "Sign in with a passkey; sets the session cookie",
  body: loginAnswer,
  data: user,
  rate: "critical",
});

export const beginPasskeyRegistration = defineEndpoint({
  method: "POST",
  path: "/api/webauthn/registration/begin",
  access: "user",
  summary: "Options for adding a passkey",
  body: newPasskeyForm,
  data: publicKey,
});

export const finishPasskeyRegistration = defineEndpoint({
  method: "POST",
  path: "/api/webauthn/registration/finish",
  access: "user",
  summary: "Add the passkey that the browser made",
  body: registrationAnswer,
  data: passkey,
});

export const listPasskeys = defineEndpoint({
  method: "GET",
  path: "/api/webauthn/credentials",
  access: "user",
  summary: "One's own passkeys",
  data: z.array(passkey),
});

export const renamePasskey = defineEndpoint({
  method: "PUT",
  path: "/api/webauthn/credentials/:id",
  access: "user",
  summary: "Give a passkey another name",
  params: idParams,
  body: passkeyNameForm,
  data: passkey,
});

export const deletePasskey = defineEndpoint({
  method: "DELETE",
  path: "/api/webauthn/credentials/:id",
  access: "user",
  summary: "Delete a passkey, with proof; ends other sessions",
  params: idParams,
  // The family's clients send no body; it works for them where a fresh sign-in is proof enough.
  body: proof.prefault({}),
  data: z.null(),
});
