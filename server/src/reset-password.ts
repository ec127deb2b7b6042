import { ConfigError } from "./config.ts";
import { systemActor } from "./control/actor.ts";
import { createAudit } from "./control/audit.ts";
import { removeTwoFactors } from "./control/users/apply-change.ts";
import { openExistingDatabase } from "./existing-database.ts";
import { systemClock } from "./platform/clock.ts";
import { newPassword } from "./platform/ids.ts";
import { createPasswords } from "./platform/passwords.ts";
import type { Database } from "./storage/database.ts";
import { createSessionRepository } from "./storage/repositories/session-repository.ts";
import { createUserRepository } from "./storage/repositories/user-repository.ts";

const usage = "Give a username. The options are --two-factor and --demo.";

/** `npm run reset-password -- NAME`: exit code 0 if the user has a new password, 2 if not. */
async function run(args: readonly string[]): Promise<void> {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const options = args.filter((arg) => arg.startsWith("--"));
  const [username] = names;
  if (username === undefined || names.length > 1) throw new ConfigError(usage);
  if (options.some((option) => option !== "--two-factor" && option !== "--demo"))
    throw new ConfigError(usage);
  const twoFactor = options.includes("--two-factor");
  const database = await openExistingDatabase(process.env, options.includes("--demo"));
  try {
    const password = await resetPassword(database, { username, twoFactor });
    process.stdout.write(`New password of ${username}: ${password}\nThe user's sessions have ended.\n`);
  } finally {
    await database.close();
  }
}

/** Sets a random password and signs the user out; removes two-factor authentication if `twoFactor`. */
async function resetPassword(
  database: Database,
  { username, twoFactor }: { username: string; twoFactor: boolean },
): Promise<string> {
  const user = await createUserRepository(database.queries).findByUsername(username);
  if (!user) throw new ConfigError(`There is no user ${username}.`);
  const password = newPassword();
  const password_hash = await createPasswords().hash(password);
  const audit = createAudit({ database, clock: systemClock });
  await database.transaction(async (queries) => {
    const users = createUserRepository(queries);
    await users.lock(user.id);
    await users.update(user.id, { password_hash, access_token_hash: "" });
    await createSessionRepository(queries).deleteOfUser(user.id);
    if (twoFactor) await removeTwoFactors(queries, user.id);
    const target = { type: "user", id: user.id, name: user.username };
    const actions = ["auth.password_reset", ...(twoFactor ? ["user.reset_second_factor"] : [])];
    await audit.record(
      queries,
      systemActor,
      actions.map((action) => ({ action, target })),
    );
  });
  return password;
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `The password was not changed. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
}
