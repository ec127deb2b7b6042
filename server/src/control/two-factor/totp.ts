import { twoFactorRules } from "@tollgate/contract/two-factor";
import type * as Otp from "otplib";

/** Supported by every authenticator app (RFC 6238): SHA-1, six digits, 30 seconds. */
const parameters = {
  algorithm: "sha1",
  digits: twoFactorRules.digits,
  period: twoFactorRules.stepSeconds,
} as const;

/** The library, loaded when the first code is used. */
const load = (): Promise<typeof Otp> => import("otplib");

/** 160 bits, base32, as RFC 4226 (R6) recommends. */
export async function newTotpSecret(): Promise<string> {
  return (await load()).generateSecret({ length: 20 });
}

/** The content of the app's QR code. `label` is the account's name, `issuer` the site's. */
export async function totpAddress(secret: string, names: { issuer: string; label: string }): Promise<string> {
  return (await load()).generateURI({ ...parameters, ...names, secret });
}

/** The time step of a code: now, or one before or after it for clocks that differ; undefined if none. */
export async function findTotpStep(secret: string, code: string, now: number): Promise<number | undefined> {
  if (!/^\d{6}$/.test(code)) return undefined;
  const result = (await load()).verifySync({
    ...parameters,
    secret,
    token: code,
    epoch: now,
    epochTolerance: parameters.period,
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}
