import { email as emailField } from "@tollgate/contract/account-fields";
import { limits } from "@tollgate/contract/limits";
import { AppError } from "../../platform/app-error.ts";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import type { AccountService } from "../accounts/service.ts";
import type { SettingsService } from "../settings/service.ts";
import type { Person, SignInService } from "./methods/method.ts";
import { usernameForTry, usernameFrom } from "./new-username.ts";

/** Taken names in a row before giving up. */
const nameTries = 15;

export interface FindPersonDependencies {
  users: UserRepository;
  accounts: AccountService;
  settings: SettingsService;
}

/** Where a new account comes from. */
interface Newcomer {
  affCode: string;
  ip: string;
}

/**
 * The user for an external account, created now if there is none. An account is found by the service's id alone: the
 * owner of an address or a name elsewhere does not get the account with the same one here (docs/operate/sign-in.md).
 * @throws AppError register.disabled, register.domain_not_allowed, oauth.verified_email_required, oauth.email_taken
 */
export type FindPerson = (method: SignInService, person: Person, newcomer: Newcomer) => Promise<UserRow>;

export function createFindPerson(deps: FindPersonDependencies): FindPerson {
  const { users, accounts } = deps;

  /** The user of an older database, which stored GitHub accounts by name (setting GitHubOldIdCloseEnabled). */
  async function findOld(person: Person): Promise<UserRow | undefined> {
    const { githubLogin } = person;
    if (githubLogin === undefined || deps.settings.current().GitHubOldIdCloseEnabled) return undefined;
    const row = await users.findByOldGitHubLogin(githubLogin);
    if (!row || !(await users.link(row.id, { column: "github_id", value: person.id, githubLogin })))
      return undefined;
    return { ...row, github_id: person.id, github_login: githubLogin };
  }

  /** The address for a new account; empty where it may have none. */
  async function addressOf(method: SignInService, person: Person): Promise<string> {
    const { EmailDomainRestrictionEnabled, EmailDomainWhitelist } = deps.settings.current();
    const address = emailField.safeParse(person.email).data ?? "";
    if (EmailDomainRestrictionEnabled && method.reportsEmail) {
      if (address === "")
        throw new AppError("oauth.verified_email_required", { params: { service: method.service } });
      const domain = address.slice(address.lastIndexOf("@") + 1);
      if (!EmailDomainWhitelist.includes(domain))
        throw new AppError("register.domain_not_allowed", { params: { domain } });
    }
    const owners = address === "" ? [] : await users.findByEmail(address);
    // Both sides verified the owner of the address: it is the same person, who can link the two. Nothing is merged
    // automatically.
    if (owners.some((owner) => owner.email_verified !== 0))
      throw new AppError("oauth.email_taken", { params: { service: method.service } });
    // Someone entered the address without confirming it: that must not lock its owner out.
    return owners.length > 0 ? "" : address;
  }

  async function makeAccount(method: SignInService, person: Person, newcomer: Newcomer): Promise<UserRow> {
    if (!deps.settings.current().RegisterEnabled) throw new AppError("register.disabled");
    const name = usernameFrom(person.name, method.kind);
    const link = {
      column: method.column,
      value: person.id,
      ...(person.githubLogin !== undefined && { githubLogin: person.githubLogin }),
    };
    let email = await addressOf(method, person);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await accounts.create({
          username: usernameForTry(name, attempt),
          displayName: person.displayName.trim().slice(0, limits.displayNameMax).toWellFormed().trim(),
          email,
          emailVerified: email !== "",
          avatarUrl: pictureAddress(person.avatarUrl),
          link,
          affCode: newcomer.affCode,
          ip: newcomer.ip,
        });
      } catch (error) {
        if (!(error instanceof AppError) || attempt >= nameTries) throw error;
        if (error.code === "user.email_taken") email = await addressOf(method, person);
        else if (error.code !== "user.name_taken") throw error;
      }
    }
  }

  /** Two first sign-ins of one person at the same moment create one account. */
  async function makeOrFind(method: SignInService, person: Person, newcomer: Newcomer): Promise<UserRow> {
    try {
      return await makeAccount(method, person, newcomer);
    } catch (error) {
      const found = await users.findByLink(method.column, person.id);
      if (found) return found;
      throw error;
    }
  }

  return async (method, person, newcomer) => {
    const known = (await users.findByLink(method.column, person.id)) ?? (await findOld(person));
    if (!known) return makeOrFind(method, person, newcomer);
    // People rename themselves at GitHub; the name here is shown only.
    if (person.githubLogin !== undefined && person.githubLogin !== known.github_login)
      await users.update(known.id, { github_login: person.githubLogin });
    return known;
  };
}

/** Images are loaded from their own address; anything but a web address is left out. */
function pictureAddress(text: string): string {
  const url = URL.parse(text);
  return url?.protocol === "https:" && text.length <= 500 ? url.href : "";
}
