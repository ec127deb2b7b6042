import type { SignInKind } from "@tollgate/contract/oauth";
import type { Settings } from "@tollgate/contract/settings";
import { AppError } from "../../../platform/app-error.ts";
import type { LinkColumn } from "../../../storage/repositories/user-repository.ts";

/** A person's identity at another service. Texts are the service's own, in any form. */
export interface Person {
  /** The id that the service never reassigns. */
  id: string;
  /** Base of a new account's name; empty: nothing fits. */
  name: string;
  displayName: string;
  avatarUrl: string;
  /** Only an address that the service reports as verified, in lower case; empty: none. */
  email: string;
  /** GitHub's login name. */
  githubLogin?: string;
}

/** Kept between the redirect to a service and its response, which is checked with it. */
export interface SignInSecrets {
  codeVerifier: string;
  nonce: string;
  redirectUri: string;
}

/** The parameters with which the browser came back from the service. */
export interface ServiceAnswer {
  code: string;
  state: string;
  /** The issuer of the code, where the service sends it (RFC 9207). */
  iss?: string | undefined;
  secrets?: SignInSecrets | undefined;
}

/** One service whose accounts sign people in. One folder each; `registry.ts` lists them. */
export interface SignInService {
  kind: SignInKind;
  /** Its name in sentences. */
  service: string;
  column: LinkColumn;
  /** It reports verified addresses, so that an address is required where only some domains may register. */
  reportsEmail: boolean;
  isOn(settings: Settings): boolean;
  /**
   * Exchanges the code for an identity.
   * @throws AppError oauth.unreachable: the code was not used, another attempt may help. Every other one is final:
   * oauth.refused, oauth.misconfigured, oauth.broken_off, oauth.wechat_code_wrong
   */
  identify(answer: ServiceAnswer, settings: Settings): Promise<Person>;
  /**
   * The authorization address, for services whose address the server builds itself.
   * @throws AppError as `identify`
   */
  authorize?(request: { state: string; secrets: SignInSecrets }, settings: Settings): Promise<string>;
}

type Failure =
  | "oauth.unreachable"
  | "oauth.refused"
  | "oauth.misconfigured"
  | "oauth.broken_off"
  | "oauth.method_disabled";

/** A failure that names the service; the internal cause goes to the log alone. */
export function serviceFailure(code: Failure, service: string, cause?: unknown): AppError {
  return new AppError(code, { params: { service }, cause });
}
