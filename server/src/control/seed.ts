import { roles } from "@tollgate/contract/access";
import { defaultGroup } from "@tollgate/contract/groups";
import { userStatus } from "@tollgate/contract/users";
import type { Clock } from "../platform/clock.ts";
import { newPassword } from "../platform/ids.ts";
import type { Passwords } from "../platform/passwords.ts";
import type { Database } from "../storage/database.ts";
import { createPriceRepository } from "../storage/repositories/price-repository.ts";
import {
  createUserGroupRepository,
  type NewUserGroup,
} from "../storage/repositories/user-group-repository.ts";
import { createUserRepository } from "../storage/repositories/user-repository.ts";
import { defaultPrices } from "./price-book.ts";

export interface SeedDependencies {
  database: Database;
  passwords: Passwords;
  clock: Clock;
  /** From the configuration; undefined: a random one is created. */
  rootPassword: string | undefined;
  /** What is owed to `root` (`openingDue`); the caller pays it once there is a ledger. */
  welcomeDue?: string;
}

/** `generatedPassword` is shown once: only its hash is stored. */
export interface SeedResult {
  created: boolean;
  generatedPassword: string | undefined;
}

/**
 * Fills a database without users: the groups, the user `root` and a price table. Leaves others alone, so it can run at
 * every start; of processes that start together one does it.
 */
export async function seedDatabase(deps: SeedDependencies): Promise<SeedResult> {
  const none = { created: false, generatedPassword: undefined };
  if (await createUserRepository(deps.database.queries).any()) return none;
  const generatedPassword = deps.rootPassword === undefined ? newPassword() : undefined;
  const password_hash = await deps.passwords.hash(deps.rootPassword ?? generatedPassword ?? "");
  const now = deps.clock.now();
  try {
    return await deps.database.transaction(async (queries) => {
      const users = createUserRepository(queries);
      if (await users.any()) return none;
      await users.insert({ ...rootUser(password_hash, now), welcome_due: deps.welcomeDue ?? "" });
      await createUserGroupRepository(queries).insertMissing(firstGroups);
      await createPriceRepository(queries).insertMissing(defaultPrices());
      return { created: true, generatedPassword };
    });
  } catch (error) {
    // Another process was faster; its transaction holds the name `root`.
    if (deps.database.dialect.isUniqueViolation(error)) return none;
    throw error;
  }
}

function rootUser(password_hash: string, now: number) {
  return {
    username: "root",
    password_hash,
    display_name: "Root User",
    role: roles.root,
    status: userStatus.enabled,
    email: "",
    avatar_url: "",
    group: defaultGroup,
    access_token_hash: "",
    created_time: now,
    last_login_time: 0,
    last_login_ip: "",
    deleted_time: 0,
  };
}

const firstGroups: NewUserGroup[] = [
  group(defaultGroup, "Default", 1),
  group("vip", "VIP", 0),
  group("svip", "SVIP", 0),
];

function group(symbol: string, name: string, isPublic: number): NewUserGroup {
  return {
    symbol,
    name,
    ratio: 1,
    api_rate: 600,
    public: isPublic,
    promotion: 0,
    min: 0,
    max: 0,
    enable: 1,
  };
}
