import type * as WebAuthn from "@simplewebauthn/server";

/**
 * The library, loaded when the first passkey is used: an installation without passkeys does not hold its 25 MB in
 * memory.
 */
export function loadWebAuthn(): Promise<typeof WebAuthn> {
  return import("@simplewebauthn/server");
}
