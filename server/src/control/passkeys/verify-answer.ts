import type { LoginAnswer, RegistrationAnswer } from "@tollgate/contract/passkeys";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import { AppError } from "../../platform/app-error.ts";
import type { PasskeyRow } from "../../storage/repositories/passkey-repository.ts";
import { loadWebAuthn } from "./load-web-authn.ts";
import type { RelyingParty } from "./relying-party.ts";

/** EdDSA, ES256 and RS256 (COSE numbers): the algorithms of current authenticators. */
export const keyAlgorithms = [-8, -7, -257];

/** Expected values of a response. */
interface Expected {
  challenge: string;
  party: RelyingParty;
}

/**
 * Checks an authenticator's response to a sign-in: challenge, origin, name, signature, counter.
 * @throws AppError passkey.refused, with the reason for the log alone
 */
export async function verifyLogin(
  answer: LoginAnswer,
  expected: Expected & { row: PasskeyRow },
): Promise<{ counter: number; userVerified: boolean }> {
  const { row } = expected;
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const result = await orReject(() =>
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.party.origin,
      expectedRPID: expected.party.id,
      requireUserVerification: false,
      credential: {
        id: row.credential_id,
        publicKey: new Uint8Array(Buffer.from(row.public_key, "base64url")),
        counter: row.counter,
      },
    }),
  );
  if (!result.verified) throw new AppError("passkey.refused");
  const { newCounter, userVerified } = result.authenticationInfo;
  return { counter: newCounter, userVerified };
}

/**
 * Checks an authenticator's response to a registration.
 * @throws AppError passkey.refused
 */
export async function verifyRegistration(
  answer: RegistrationAnswer,
  expected: Expected,
): Promise<Pick<PasskeyRow, "credential_id" | "public_key" | "counter" | "transports" | "backed_up">> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const result = await orReject(() =>
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.party.origin,
      expectedRPID: expected.party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: keyAlgorithms,
    }),
  );
  if (!result.verified) throw new AppError("passkey.refused");
  const { credential, credentialBackedUp } = result.registrationInfo;
  return {
    credential_id: credential.id,
    public_key: Buffer.from(credential.publicKey).toString("base64url"),
    counter: credential.counter,
    transports: JSON.stringify(answer.response.transports ?? []),
    backed_up: credentialBackedUp ? 1 : 0,
  };
}

/** The library throws for every invalid value; callers get no details. */
async function orReject<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (cause) {
    throw new AppError("passkey.refused", { cause });
  }
}
