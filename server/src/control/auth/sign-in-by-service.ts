import type { SignInKind, StateKind } from "@tollgate/contract/oauth";
import type { StepUp } from "@tollgate/contract/step-up";
import type { BindingKind } from "@tollgate/contract/users";
import type { Settings } from "@tollgate/contract/settings";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database } from "../../storage/database.ts";
import { hashSignInCode } from "../../storage/repositories/secret-columns.ts";
import type { SignInStateRepository } from "../../storage/repositories/sign-in-state-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { AccountService } from "../accounts/service.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { SettingsService } from "../settings/service.ts";
import { createFindPerson } from "./find-person.ts";
import { createLinks, type OwnersStepUp } from "./links.ts";
import { type Person, type ServiceAnswer, type SignInService, serviceFailure } from "./methods/method.ts";
import { createSignInMethods } from "./methods/registry.ts";
import type { AuthService, SignedIn, SignInOrigin } from "./service.ts";
import { createSignInStates, type StateBrowser } from "./states.ts";

/** The calling browser: its cookies, the signed-in user who links an account, its address. */
export interface Visit {
  cookies: StateBrowser["cookies"];
  visitor: Actor | undefined;
  /** The visitor's proof for linking an account, where the request can contain it. */
  stepUp?: StepUp | undefined;
  origin: SignInOrigin;
}

/** The parameters with which the browser came back from a service. */
export interface Returned {
  code: string;
  state: string;
  iss?: string | undefined;
  aff: string;
}

/** Signing in with external accounts, and linking them. */
export interface ServiceSignIn {
  /** A state for GitHub or Lark. @throws AppError oauth.method_disabled; for a visitor who links as `requireOwner` */
  begin(visit: Visit, method: StateKind | undefined, affCode: string): Promise<string>;
  /**
   * The OIDC provider's authorization address; `address` is the called address of this server.
   * @throws AppError of the method; for a visitor who links as `requireOwner`
   */
  oidcAddress(visit: Visit, address: string, affCode: string): Promise<string>;
  /**
   * Signs in, or links the account: the state decides which, not the browser. Undefined: linked.
   * @throws AppError of the state, of the method, of the account; SignInPending
   */
  finish(
    visit: Visit,
    kind: Exclude<SignInKind, "wechat">,
    returned: Returned,
  ): Promise<SignedIn | undefined>;
  /** Signs in with a code of the WeChat account. @throws AppError of the method and the account; SignInPending */
  byWeChat(visit: Visit, code: string, affCode: string): Promise<SignedIn>;
  /**
   * Links the WeChat account of the code.
   * @throws AppError user.linked_already, user.link_taken, of the method, and as `requireOwner`
   */
  linkWeChat(actor: Actor, code: string, owner: OwnersStepUp): Promise<void>;
  /** @throws AppError user.not_linked, user.last_sign_in, and as `requireOwner` */
  unlink(actor: Actor, kind: BindingKind, owner: OwnersStepUp): Promise<void>;
}

export interface ServiceSignInDependencies {
  database: Database;
  users: UserRepository;
  states: SignInStateRepository;
  accounts: AccountService;
  auth: AuthService;
  settings: SettingsService;
  secretBox: SecretBox;
  audit: Audit;
  clock: Clock;
}

/** A code of the WeChat account is valid for three minutes; used ones are remembered for longer. */
const usedCodeSeconds = 600;

export function createServiceSignIn(deps: ServiceSignInDependencies): ServiceSignIn {
  const { clock } = deps;
  const links = createLinks(deps);
  const methods = createSignInMethods(deps);
  const states = createSignInStates(deps);
  const findPerson = createFindPerson(deps);
  const settings = (): Settings => deps.settings.current();

  function methodOf(kind: SignInKind): SignInService {
    const method = methods[kind];
    if (!method.isOn(settings())) throw serviceFailure("oauth.method_disabled", method.service);
    return method;
  }

  /**
   * The user who came back with the state. If the service never saw the attempt, the state stays valid for another one.
   */
  async function redeem(browser: StateBrowser, method: SignInService, returned: Returned) {
    const claimed = await states.claim(browser, returned.state, method.kind);
    const answer: ServiceAnswer = { ...returned, secrets: claimed.secrets };
    let person: Person;
    try {
      person = await method.identify(answer, settings());
    } catch (error) {
      const unseen = error instanceof AppError && error.code === "oauth.unreachable";
      if (unseen) await states.release(claimed);
      else await states.consume(claimed);
      throw error;
    }
    await states.consume(claimed);
    return { person, claimed };
  }

  async function identifyByWeChat(code: string): Promise<Person> {
    const person = await methodOf("wechat").identify({ code, state: "" }, settings());
    const now = clock.now();
    const codeHash = hashSignInCode(deps.secretBox, code, person.id);
    if (!(await deps.states.useCode(codeHash, now + usedCodeSeconds, now)))
      throw new AppError("oauth.wechat_code_wrong");
    return person;
  }

  /** A signed-in user begins a link, not a sign-in. */
  async function requireOwner({ visitor, stepUp, origin }: Visit): Promise<void> {
    if (visitor) await links.requireOwner(visitor, { stepUp, sessionId: origin.previous });
  }

  return {
    async begin(visit, method, affCode) {
      const kinds = method === undefined ? (["github", "lark"] as const) : [method];
      const on = kinds.filter((kind) => methods[kind].isOn(settings()));
      const { service } = methods[kinds[0] ?? "github"];
      if (on.length === 0) throw serviceFailure("oauth.method_disabled", service);
      await requireOwner(visit);
      const { state } = await states.begin(browserOf(visit), { method, affCode });
      return state;
    },

    async oidcAddress(visit, address, affCode) {
      const method = methodOf("oidc");
      await requireOwner(visit);
      const redirectUri = `${settings().ServerAddress || address}/oauth/oidc`;
      const begun = await states.begin(browserOf(visit), { method: "oidc", affCode, redirectUri });
      if (!method.authorize || !begun.secrets) throw new Error("OIDC makes its own address");
      return method.authorize({ state: begun.state, secrets: begun.secrets }, settings());
    },

    async finish(visit, kind, returned) {
      const method = methodOf(kind);
      const { person, claimed } = await redeem(browserOf(visit), method, returned);
      if (claimed.userId !== 0) {
        if (visit.visitor?.id !== claimed.userId) throw new AppError("oauth.state_other_session");
        await links.link(visit.visitor, method, person);
        return undefined;
      }
      const newcomer = { affCode: claimed.affCode || returned.aff, ip: visit.origin.ip };
      const account = await findPerson(method, person, newcomer);
      return deps.auth.signIn(account, visit.origin, kind);
    },

    async byWeChat(visit, code, affCode) {
      const person = await identifyByWeChat(code);
      const account = await findPerson(methods.wechat, person, { affCode, ip: visit.origin.ip });
      return deps.auth.signIn(account, visit.origin, "wechat");
    },

    async linkWeChat(actor, code, owner) {
      await links.requireOwner(actor, owner);
      await links.link(actor, methods.wechat, await identifyByWeChat(code));
    },

    async unlink(actor, kind, owner) {
      await links.requireOwner(actor, owner);
      await links.unlink(actor, kind);
    },
  };
}

function browserOf({ cookies, visitor, origin }: Visit): StateBrowser {
  return { cookies, userId: visitor?.id ?? 0, sessionId: origin.previous };
}
