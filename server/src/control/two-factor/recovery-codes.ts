import { randomInt } from "node:crypto";
import { twoFactorRules } from "@tollgate/contract/two-factor";

/** Letters and digits without look-alikes. */
const signs = "abcdefghjkmnpqrstuvwxyz23456789";
const half = 5;

/** Ten codes of 49 bits each, written `xxxxx-xxxxx`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: twoFactorRules.recoveryCodes }, () => `${newHalf()}-${newHalf()}`);
}

function newHalf(): string {
  return Array.from({ length: half }, () => signs[randomInt(signs.length)]).join("");
}
