import { type SignInKind, signInKinds } from "@tollgate/contract/oauth";
import type { BindingKind } from "@tollgate/contract/users";
import type { Settings } from "@tollgate/contract/settings";
import { AppError } from "../../platform/app-error.ts";
import type { Clock } from "../../platform/clock.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database } from "../../storage/database.ts";
import { hashSignInCode } from "../../storage/repositories/secret-columns.ts";
import type { SignInStateRepository } from "../../storage/repositories/sign-in-state-repository.ts";
import type { LinkColumn, UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import type { AccountService } from "../accounts/service.ts";
import type { Actor } from "../actor.ts";
import type { Audit } from "../audit.ts";
import type { SettingsService } from "../settings/service.ts";
import { createFindPerson } from "./find-person.ts";
import { type Person, type ServiceAnswer, type SignInService, serviceFailure } from "./methods/method.ts";
import { createSignInMethods } from "./methods/registry.ts";
import type { AuthService, SignedIn, SignInOrigin } from "./service.ts";
import { createSignInStates, type StateBrowser } from "./states.ts";

/** The browser that asks: its cookies, who is signed in there, where it is. */
export interface Visit {
  cookies: StateBrowser["cookies"];
  visitor: Actor | undefined;
  origin: SignInOrigin;
}

/** What the browser brought back from a service. */
export interface Returned {
  code: string;
  state: string;
  iss?: string | undefined;
  aff: string;
}

/** Signing in with accounts elsewhere, and linking them. */
export interface ServiceSignIn {
  /** A state for GitHub or Lark. @throws AppError oauth.method_disabled */
  begin(visit: Visit, method: "github" | "lark" | undefined, affCode: string): Promise<string>;
  /** Where the OIDC provider asks people; `address` is how this server was called. @throws AppError of the method */
  oidcAddress(visit: Visit, address: string, affCode: string): Promise<string>;
  /**
   * Signs in, or links the account: the state says which, not the browser. Undefined: linked.
   * @throws AppError of the state, of the method, of the account; SignInPending
   */
  finish(
    visit: Visit,
    kind: Exclude<SignInKind, "wechat">,
    returned: Returned,
  ): Promise<SignedIn | undefined>;
  /** Signs in with a code of the WeChat account. @throws AppError of the method and the account; SignInPending */
  byWeChat(visit: Visit, code: string, affCode: string): Promise<SignedIn>;
  /** Links the WeChat account that gave the code. @throws AppError user.linked_already, user.link_taken, and of the method */
  linkWeChat(actor: Actor, code: string): Promise<void>;
  /** @throws AppError user.not_linked, user.last_sign_in */
  unlink(actor: Actor, kind: BindingKind): Promise<void>;
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

/** A code of the WeChat account lives three minutes; used ones are remembered for longer than that. */
const usedCodeSeconds = 600;

const columns: Record<BindingKind, LinkColumn> = {
  github: "github_id",
  oidc: "oidc_id",
  lark: "lark_id",
  wechat: "wechat_id",
  telegram: "telegram_id",
};

const serviceNames: Record<BindingKind, string> = {
  github: "GitHub",
  oidc: "OIDC",
  lark: "Lark",
  wechat: "WeChat",
  telegram: "Telegram",
};

export function createServiceSignIn(deps: ServiceSignInDependencies): ServiceSignIn {
  const { users, clock } = deps;
  const methods = createSignInMethods(deps);
  const states = createSignInStates(deps);
  const findPerson = createFindPerson(deps);
  const settings = (): Settings => deps.settings.current();

  function methodOf(kind: SignInKind): SignInService {
    const method = methods[kind];
    if (!method.isOn(settings())) throw serviceFailure("oauth.method_disabled", method.service);
    return method;
  }

  /** Who answered with the state. A try that the service never saw leaves it for another one. */
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

  async function link(actor: Actor, method: SignInService, person: Person): Promise<void> {
    const { column, kind, service } = method;
    const wanted = {
      column,
      value: person.id,
      ...(person.githubLogin !== undefined && { githubLogin: person.githubLogin }),
    };
    let linked: boolean;
    try {
      linked = await users.link(actor.id, wanted);
    } catch (error) {
      if (deps.database.dialect.isUniqueViolation(error)) throw new AppError("user.link_taken");
      throw error;
    }
    if (!linked) throw new AppError("user.linked_already", { params: { service } });
    await record(actor, "user.link", kind);
  }

  const record = (actor: Actor, action: string, by: BindingKind): Promise<void> =>
    deps.audit.record(actor, { action, target: { type: "user", id: actor.id }, detail: { by } });

  return {
    async begin(visit, method, affCode) {
      const kinds = method === undefined ? (["github", "lark"] as const) : [method];
      const on = kinds.filter((kind) => methods[kind].isOn(settings()));
      const { service } = methods[kinds[0] ?? "github"];
      if (on.length === 0) throw serviceFailure("oauth.method_disabled", service);
      const { state } = await states.begin(browserOf(visit), { method, affCode });
      return state;
    },

    async oidcAddress(visit, address, affCode) {
      const method = methodOf("oidc");
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
        await link(visit.visitor, method, person);
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

    async linkWeChat(actor, code) {
      await link(actor, methods.wechat, await identifyByWeChat(code));
    },

    async unlink(actor, kind) {
      const row = await users.find(actor.id);
      if (!row || !isLinked(row, kind))
        throw new AppError("user.not_linked", { params: { service: serviceNames[kind] } });
      const { PasswordLoginEnabled, PasskeyLoginEnabled } = settings();
      const others = signInKinds.filter((other) => other !== kind && methods[other].isOn(settings()));
      const stays = await users.unlink(actor.id, columns[kind], {
        password: PasswordLoginEnabled,
        passkeys: PasskeyLoginEnabled,
        columns: others.map((other) => columns[other]),
      });
      if (!stays) throw new AppError("user.last_sign_in");
      await record(actor, "user.unlink", kind);
    },
  };
}

function browserOf({ cookies, visitor, origin }: Visit): StateBrowser {
  return { cookies, userId: visitor?.id ?? 0, sessionId: origin.previous };
}

function isLinked(row: UserRow, kind: BindingKind): boolean {
  return row[columns[kind]] !== "" || (kind === "github" && row.github_login !== "");
}
