import { AppError } from "../../platform/app-error.ts";
import { emptyField } from "./policy.ts";

const mask = "***";

/** A proxy's address as responses show it: its password is a secret like any other. */
export function hideProxyPassword(proxy: string): string {
  return proxy.replace(/^([a-z0-9]+:\/\/[^:@/]*:)[^@/]+@/i, `$1${mask}@`);
}

/**
 * The address to store: one that comes back as it was shown keeps the stored password.
 * @throws AppError on `proxy` if the mask has no stored password
 */
export function restoreProxyPassword(sent: string, stored: string): string {
  if (sent === hideProxyPassword(stored)) return stored;
  if (!sent.includes(`:${mask}@`)) return sent;
  throw new AppError("request.invalid", {
    fields: [emptyField("proxy", "Enter the proxy's password again.")],
  });
}
