import type {
  PublicKeyCredentialRequestOptionsJSON,
  PublicKeyCredentialCreationOptionsJSON,
} from "@simplewebauthn/browser";
import {
  beginPasskeyLogin,
  finishPasskeyLogin,
  finishPasskeyRegistration,
  loginAnswer,
  type Passkey,
  registrationAnswer,
} from "@tollgate/contract/passkeys";
import type { User } from "@tollgate/contract/users";
import { call } from "./api-client";
import { PasskeyCancelled } from "./passkeys";

// The library is fetched with the first passkey, to keep the login page small.
const library = () => import("@simplewebauthn/browser");

/**
 * Signs in with a passkey. `autofill` waits, without a dialog, until one is chosen under the name field.
 * @throws ApiError of the calls; `PasskeyCancelled` if the user or another ceremony ended it
 */
export async function signInWithPasskey(autofill: boolean): Promise<User> {
  const [{ startAuthentication }, { publicKey }] = await Promise.all([
    library(),
    call(beginPasskeyLogin, { body: {} }),
  ]);
  const optionsJSON = publicKey as unknown as PublicKeyCredentialRequestOptionsJSON;
  const answer = await orCancelled(() => startAuthentication({ optionsJSON, useBrowserAutofill: autofill }));
  return call(finishPasskeyLogin, { body: loginAnswer.parse(answer) });
}

/** Gets the passkey for the server's options from the authenticator and sends it. @throws as above */
export async function registerPasskey(publicKey: Record<string, unknown>): Promise<Passkey> {
  const { startRegistration } = await library();
  const optionsJSON = publicKey as unknown as PublicKeyCredentialCreationOptionsJSON;
  const answer = await orCancelled(() => startRegistration({ optionsJSON }));
  return call(finishPasskeyRegistration, { body: registrationAnswer.parse(answer) });
}

async function orCancelled<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    throw new PasskeyCancelled("no passkey was given", { cause });
  }
}
