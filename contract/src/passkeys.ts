import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { idParams } from "./list-query.ts";
import { stepUp } from "./step-up.ts";
import { user } from "./user.ts";

export const passkeyRules = { aliasMax: 60, perUser: 20 } as const;

/** A passkey of one's own. */
export const passkey = z
  .object({
    id: z.int(),
    credential_id: z.string().describe("Base64url, as the authenticator calls it."),
    alias: z.string(),
    created_time: z.int(),
    last_used_time: z.int().describe("0: never."),
    backed_up: z
      .boolean()
      .describe("Synced by the platform's account (iCloud, Google …) to several devices."),
  })
  .meta({ id: "Passkey" });
export type Passkey = z.infer<typeof passkey>;

const alias = z.string().trim().max(passkeyRules.aliasMax);
/** Without a name it gets the day it was added. */
export const newPasskeyForm = stepUp.extend({ alias: alias.default("") }).meta({
  id: "NewPasskeyForm",
  description: "Without an alias the passkey is named after the current day.",
});
export const passkeyNameForm = z.object({ alias: alias.min(1) }).meta({ id: "PasskeyNameForm" });

const base64url = z
  .string()
  .max(20_000)
  .regex(/^[\w-]*$/);

/** Options for `navigator.credentials`, in WebAuthn's own JSON (Level 3, §5.1); the browser reads them. */
export const passkeyOptions = z.object({ publicKey: z.record(z.string(), z.unknown()) }).meta({
  id: "PasskeyOptions",
  description: "Options for `navigator.credentials`, in the JSON of WebAuthn Level 3.",
});

const credential = {
  id: base64url.min(1),
  rawId: base64url.min(1),
  type: z.literal("public-key"),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).default({}),
};

const attestation = z
  .object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(z.string().max(40)).max(10).optional(),
  })
  .meta({ id: "PasskeyAttestation", description: "`AuthenticatorAttestationResponseJSON` of WebAuthn." });

const assertion = z
  .object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  })
  .meta({ id: "PasskeyAssertion", description: "`AuthenticatorAssertionResponseJSON` of WebAuthn." });

/** What an authenticator answers to a registration (RegistrationResponseJSON). */
export const registrationAnswer = z
  .object({
    ...credential,
    response: attestation,
  })
  .meta({ id: "PasskeyRegistration", description: "`RegistrationResponseJSON` of WebAuthn." });
export type RegistrationAnswer = z.infer<typeof registrationAnswer>;

/** What an authenticator answers to a sign-in (AuthenticationResponseJSON). */
export const loginAnswer = z
  .object({
    ...credential,
    response: assertion,
  })
  .meta({ id: "PasskeyLogin", description: "`AuthenticationResponseJSON` of WebAuthn." });
export type LoginAnswer = z.infer<typeof loginAnswer>;

export const beginPasskeyLoginForm = z
  // Of the family's wire, and ignored: an answer that named its passkeys would reveal whether the account exists.
  .object({ username: z.string().max(254).default("").describe("Ignored.") })
  .meta({ id: "BeginPasskeyLoginForm" });

export const beginPasskeyLogin = defineEndpoint({
  method: "POST",
  path: "/api/webauthn/login/begin",
  access: "public",
  summary: "Options for signing in with a passkey; the browser is bound by a cookie",
  body: beginPasskeyLoginForm,
  data: passkeyOptions,
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
  data: passkeyOptions,
});

export const finishPasskeyRegistration = defineEndpoint({
  method: "POST",
  path: "/api/webauthn/registration/finish",
  access: "user",
  summary: "Add the passkey that the browser created",
  body: registrationAnswer,
  data: passkey,
});

export const listPasskeys = defineEndpoint({
  method: "GET",
  path: "/api/webauthn/credentials",
  access: "user",
  summary: "Your passkeys",
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
  summary: "Delete a passkey; requires step-up; ends other sessions",
  params: idParams,
  // One API clients send no body; it works for them where a fresh sign-in is enough.
  body: stepUp.prefault({}),
  data: z.null(),
});
