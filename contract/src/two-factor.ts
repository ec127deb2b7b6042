import * as z from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { stepUp } from "./step-up.ts";
import { user } from "./user.ts";

/** Digits of a code, and the number of recovery codes in a set. */
export const twoFactorRules = { digits: 6, stepSeconds: 30, recoveryCodes: 10 } as const;

const code = z
  .string()
  .max(20)
  .overwrite((text) => text.replaceAll(/\s/g, ""))
  .regex(/^(?:\d{6})?$/);
const recoveryCode = z.string().trim().max(40);

/** A two-factor code: from the app, or a recovery code. */
export const twoFactorForm = z
  .object({ code: code.default(""), recovery_code: recoveryCode.default("") })
  .superRefine((form, context) => {
    if (form.code !== "" || form.recovery_code !== "") return;
    context.addIssue({ code: "too_small", minimum: 1, origin: "string", path: ["code"], message: "A code." });
  })
  .meta({ id: "TwoFactorForm", description: "A code of the authenticator app, or a recovery code." });
export type TwoFactorForm = z.infer<typeof twoFactorForm>;

/** The same beside the current password, which accounts without one leave empty. */
export const twoFactorStepUp = z
  .object({
    current_password: stepUp.shape.current_password,
    code: code.default(""),
    recovery_code: recoveryCode.default(""),
  })
  .meta({ id: "TwoFactorStepUpForm" });
export type TwoFactorStepUp = z.infer<typeof twoFactorStepUp>;

/** The first code of a new secret. */
export const firstCodeForm = z.object({ code: code.min(1) }).meta({ id: "FirstCodeForm" });

export const twoFactorState = z
  .object({
    enabled: z.boolean(),
    confirmed_time: z.int().describe("Epoch seconds; 0 while it is off."),
    recovery_codes_left: z.int(),
  })
  .meta({ id: "TwoFactorState" });
export type TwoFactorState = z.infer<typeof twoFactorState>;

/** A new secret: shown once, in force after `confirm`. */
export const twoFactorSecret = z
  .object({
    secret: z.string().describe("Base32, for typing."),
    uri: z.string().describe("`otpauth://` address, for a QR code."),
  })
  .meta({ id: "TwoFactorSecret", description: "A new secret, shown once." });
export type TwoFactorSecret = z.infer<typeof twoFactorSecret>;

/** Each works once; shown only now. */
export const recoveryCodes = z
  .object({ recovery_codes: z.array(z.string()) })
  .meta({ id: "RecoveryCodes", description: "Recovery codes, shown once. Each works once." });
export type RecoveryCodes = z.infer<typeof recoveryCodes>;

export const completeTwoFactor = defineEndpoint({
  method: "POST",
  path: "/api/user/login/second_factor",
  access: "public",
  summary: "Complete a sign-in with a two-factor code; sets the session cookie",
  body: twoFactorForm,
  data: user,
  rate: "critical",
});

export const getTwoFactor = defineEndpoint({
  method: "GET",
  path: "/api/user/second_factor",
  access: "user",
  summary: "Whether two-factor authentication is on, and how many recovery codes are left",
  data: twoFactorState,
});

export const beginTwoFactor = defineEndpoint({
  method: "POST",
  path: "/api/user/second_factor",
  access: "user",
  summary: "Create a two-factor secret; active once a code of it is confirmed",
  body: stepUp,
  data: twoFactorSecret,
});

export const confirmTwoFactor = defineEndpoint({
  method: "POST",
  path: "/api/user/second_factor/confirm",
  access: "user",
  summary: "Turn two-factor authentication on with a code of the new secret; ends other sessions",
  body: firstCodeForm,
  data: recoveryCodes,
});

export const renewRecoveryCodes = defineEndpoint({
  method: "POST",
  path: "/api/user/second_factor/recovery_codes",
  access: "user",
  summary: "Create new recovery codes; the old ones stop working",
  body: twoFactorStepUp,
  data: recoveryCodes,
});

export const disableTwoFactor = defineEndpoint({
  method: "POST",
  path: "/api/user/second_factor/disable",
  access: "user",
  summary: "Turn two-factor authentication off with password and code; ends other sessions",
  body: twoFactorStepUp,
  data: z.null(),
});
