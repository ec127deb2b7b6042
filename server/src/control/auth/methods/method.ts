import type { SignInKind } from "@tollgate/contract/oauth";
import type { Settings } from "@tollgate/contract/settings";
import { AppError } from "../../../platform/app-error.ts";
import type { LinkColumn } from "../../../storage/repositories/user-repository.ts";

/** Who somebody is at another service. Texts are the service's own, in any form. */
export interface Person {
  /** What the service never gives to anybody else. */
  id: string;
  /** What a new account here is named after; empty: nothing fits. */
  name: string;
  displayName: string;
  avatarUrl: string;
  /** Only an address that the service says it verified, in lower case; empty: none. */
  email: string;
  /** GitHub's login name. */
  githubLogin?: string;
}

/** What is kept between sending somebody to a service and the answer, where the answer is checked with it. */
export interface SignInSecrets {
  codeVerifier: string;
  nonce: string;
  redirectUri: string;
}

/** What the browser brought back from the service. */
export interface ServiceAnswer {
  code: string;
  state: string;
  /** Who gave the code, where the service says so (RFC 9207). */
  iss?: string | undefined;
  secrets?: SignInSecrets | undefined;
}

/** One service whose accounts sign people in. A folder each; `registry.ts` lists them. */
export interface SignInService {
  kind: SignInKind;
  /** Its name in sentences. */
  service: string;
  column: LinkColumn;
  /** It tells verified addresses, so that an address is asked for where only some domains may register. */
  tellsAddress: boolean;
  isOn(settings: Settings): boolean;
  /**
   * Exchanges the code for who gave it.
   * @throws AppError oauth.unreachable: the code was not used, another try may help. Every other one is final: oauth.refused,
   * oauth.misconfigured, oauth.broken_off, oauth.wechat_code_wrong
   */
  identify(answer: ServiceAnswer, settings: Settings): Promise<Person>;
  /** Where people are sent, for services whose address the server makes itself. @throws AppError as `identify` */
  authorize?(ask: { state: string; secrets: SignInSecrets }, settings: Settings): Promise<string>;
}

type Failure =
  | "oauth.unreachable"
  | "oauth.refused"
  | "oauth.misconfigured"
  | "oauth.broken_off"
  | "oauth.method_disabled";

/** A failure that names the service; what happened inside goes to the log alone. */
export function serviceFailure(code: Failure, service: string, cause?: unknown): AppError {
  return new AppError(code, { params: { service }, cause });
}
