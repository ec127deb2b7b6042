import { ConfigError } from "./config.ts";
import { withExistingDatabase } from "./existing-database.ts";
import { rolledUpDimensions, rollUpNextHour } from "./ledger/figures/roll-up-figures.ts";
import { rebuildFigures } from "./ledger/figures/rebuild-figures.ts";
import { rejectNpmOptions } from "./npm-options.ts";
import type { Database } from "./storage/database.ts";

const options = "The options are --demo and --until YYYY-MM-DD.";

/** `npm run rebuild-figures`: exit code 0 if the statistics were rebuilt, 2 if not. */
async function run(args: readonly string[]): Promise<void> {
  rejectNpmOptions(process.env, ["--demo", "--until"]);
  const until = readUntil(args.filter((arg) => arg !== "--demo"));
  await withExistingDatabase(process.env, args.includes("--demo"), (database) => rebuild(database, until));
}

async function rebuild(database: Database, until: number | undefined): Promise<void> {
  const startedAt = performance.now();
  const now = Math.floor(Date.now() / 1000);
  let hours = 0;
  await rebuildFigures(database, {
    now,
    ...(until !== undefined && { until }),
    onHour(hour) {
      hours += 1;
      if (hour % 86_400 === 0) process.stdout.write(`Rebuilt back to ${dayOf(hour)}.\n`);
    },
  });
  for (const dimension of rolledUpDimensions) while (await rollUpNextHour(database, dimension, now));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(`The figures of ${hours} hours match the log: ${seconds} s.\n`);
}

/** The day that was rebuilt last, for resuming after an interruption. */
function readUntil(args: readonly string[]): number | undefined {
  if (args.length === 0) return undefined;
  const [name, day] = args;
  const time = Date.parse(`${day}T00:00:00Z`);
  if (name !== "--until" || args.length !== 2 || Number.isNaN(time)) throw new ConfigError(options);
  return time / 1000;
}

const dayOf = (time: number): string => new Date(time * 1000).toISOString().slice(0, 10);

try {
  await run(process.argv.slice(2));
} catch (error) {
  process.stderr.write(
    `The figures could not be rebuilt. ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exitCode = 2;
}
