import { userStatus } from "@tollgate/contract/users";
import { ConfigError } from "./config.ts";
import { systemActor } from "./control/actor.ts";
import { createAudit } from "./control/audit.ts";
import {
  enablePasswordSignIn,
  isPasswordSignInEnabled,
  passwordSignInEnabled,
} from "./control/auth/password-sign-in.ts";
import { removeTwoFactors } from "./control/users/apply-change.ts";
import { describeDatabase, withExistingDatabase } from "./existing-database.ts";
import { rejectNpmOptions } from "./npm-options.ts";
import { systemClock } from "./platform/clock.ts";
import { newPassword } from "./platform/ids.ts";
import { createPasswords } from "./platform/passwords.ts";
import type { Database } from "./storage/database.ts";
import { createSessionRepository } from "./storage/repositories/session-repository.ts";
import { createUserRepository } from "./storage/repositories/user-repository.ts";

const options = ["--two-factor", "--password-sign-in", "--demo"] as const;
const usage = `Give a username. The options are ${options.join(", ")}.`;

/** What to change beside the password. */
interface Reset {
  name: string;
  /** Removes the authenticator app, recovery codes and passkeys. */
  twoFactor: boolean;
  /** Enables sign-in with a password, for everyone. */
  passwordSignIn: boolean;
}

/** `npm run reset-password -- NAME`: exit code 0 if the user has a new password, 2 if not. */
async function run(args: readonly string[]): Promise<void> {
  rejectNpmOptions(process.env, options);
  const [name, ...others] = args.filter((arg) => !arg.startsWith("--"));
  const given = new Set(args.filter((arg) => arg.startsWith("--")));
  if (name === undefined || others.length > 0 || [...given].some((one) => !options.some((it) => it === one)))
    throw new ConfigError(usage);
  const reset = {
    name,
    twoFactor: given.has("--two-factor"),
    passwordSignIn: given.has("--password-sign-in"),
  };
  await withExistingDatabase(process.env, given.has("--demo"), async (database) => {
    // Before the change: an address that cannot be shown must not hide the new password.
    const shown = describeDatabase(database.location);
    const { username, password } = await resetPassword(database, reset);
    const lines = [
      `New password of ${username}: ${password}`,
      "The user's sessions have ended.",
      ...(reset.twoFactor ? ["Two-factor authentication was removed."] : []),
      ...(reset.passwordSignIn ? ["Sign-in with a password is enabled."] : []),
      `Database: ${shown}`,
    ];
    // Before the database is closed, which may fail.
    process.stdout.write(`${lines.join("\n")}\n`);
  });
}

/**
 * Sets a random password and signs the user out.
 * @throws ConfigError if the user could not sign in with it
 */
async function resetPassword(
  database: Database,
  { name, twoFactor, passwordSignIn }: Reset,
): Promise<{ username: string; password: string }> {
  const user = await createUserRepository(database.queries).findByUsername(name);
  if (!user) throw new ConfigError(`There is no user ${name}.`);
  if (user.status !== userStatus.enabled) throw new ConfigError(`${user.username} is disabled.`);
  const password = newPassword();
  const password_hash = await createPasswords().hash(password);
  const audit = createAudit({ database, clock: systemClock });
  await database.transaction(async (queries) => {
    const enables = !(await isPasswordSignInEnabled(queries));
    if (enables && !passwordSignIn)
      throw new ConfigError(
        "Sign-in with a password is disabled in the settings. Add --password-sign-in to enable it for everyone.",
      );
    await createUserRepository(queries).update(user.id, { password_hash, access_token_hash: "" });
    await createSessionRepository(queries).deleteOfUser(user.id);
    if (twoFactor) await removeTwoFactors(queries, user.id);
    if (enables) await enablePasswordSignIn(queries);
    const target = { type: "user", id: user.id, name: user.username };
    await audit.record(queries, systemActor, [
      { action: "auth.password_reset", target },
      ...(twoFactor ? [{ action: "user.reset_second_factor", target }] : []),
      ...(enables ? [passwordSignInEnabled] : []),
    ]);
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
