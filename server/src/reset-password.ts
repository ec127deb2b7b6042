import { ConfigError } from "./config.ts";
import { systemActor } from "./control/actor.ts";
import { createAudit } from "./control/audit.ts";
import { removeTwoFactors } from "./control/users/apply-change.ts";
import { withExistingDatabase } from "./existing-database.ts";
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
  const [name] = names;
  if (name === undefined || names.length > 1) throw new ConfigError(usage);
  if (options.some((option) => option !== "--two-factor" && option !== "--demo"))
    throw new ConfigError(usage);
  const twoFactor = options.includes("--two-factor");
  const { username, password } = await withExistingDatabase(
    process.env,
    options.includes("--demo"),
    (database) => resetPassword(database, { name, twoFactor }),
  );
  process.stdout.write(`New password of ${username}: ${password}\nThe user's sessions have ended.\n`);
}

/** Sets a random password and signs the user out; removes two-factor authentication if `twoFactor`. */
async function resetPassword(
  database: Database,
  { name, twoFactor }: { name: string; twoFactor: boolean },
): Promise<{ username: string; password: string }> {
  const user = await createUserRepository(database.queries).findByUsername(name);
  if (!user) throw new ConfigError(`There is no user ${name}.`);
  const password = newPassword();
  const password_hash = await createPasswords().hash(password);
  const audit = createAudit({ database, clock: systemClock });
  await database.transaction(async (queries) => {
    await createUserRepository(queries).update(user.id, { password_hash, access_token_hash: "" });
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
  return { username: user.username, password };
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `The password was not changed. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
}
