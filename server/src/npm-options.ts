import { ConfigError } from "./config.ts";

/**
 * npm keeps options that stand before `--` for itself: `npm run reset-password root --demo` would change the server's database.
 * @param options such as `--demo`
 * @throws ConfigError if npm has one of them
 */
export function rejectNpmOptions(env: Record<string, string | undefined>, options: readonly string[]): void {
  for (const option of options) {
    const taken = env[`npm_config_${option.slice(2).replaceAll("-", "_")}`];
    if (taken !== undefined && taken !== "")
      throw new ConfigError(`npm has kept ${option} for itself: put -- in front of the command's options.`);
  }
}
