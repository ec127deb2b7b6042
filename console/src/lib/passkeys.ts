/** True where the browser can use passkeys at all: a secure page at a name, not at a number. */
export function passkeysWork(): boolean {
  const numeric = /^[\d.]+$|^\[/.test(window.location.hostname);
  return "PublicKeyCredential" in window && !numeric;
}

/** True if the browser offers passkeys in the list under a name field. */
export async function passkeysAutofill(): Promise<boolean> {
  if (!passkeysWork()) return false;
  return (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) ?? false;
}

/** The authenticator was not used: cancelled, timed out, missing, or the passkey exists already. */
export class PasskeyCancelled extends Error {
  override name = "PasskeyCancelled";
}
