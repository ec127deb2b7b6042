import { existsSync } from "node:fs";
import { ConfigError, readDatabaseLocation } from "./config.ts";
import { type Database, type DatabaseLocation, openDatabase, type Queries } from "./storage/database.ts";
import { missingMigrations, SchemaError } from "./storage/migrate.ts";

/**
 * The database of the server's configuration, for a command beside it.
 * @param demo the database of `npm run demo` instead
 * @throws ConfigError if there is none: a command creates none
 */
export function findExistingDatabase(
  env: Record<string, string | undefined>,
  demo: boolean,
): DatabaseLocation {
  const location = readDatabaseLocation(env, demo);
  if (location.kind === "sqlite" && !existsSync(location.file))
    throw new ConfigError(`There is no database at ${location.file} (DATABASE_URL, DATA_DIR).`);
  return location;
}

/** The database, for the operator: the file, or the server and the name, without a password. */
export function describeDatabase(location: DatabaseLocation): string {
  if (location.kind === "sqlite") return location.file;
  const { host, pathname } = new URL(location.url);
  return `${host}${pathname}`;
}

/** @throws SchemaError if this version has not started on the database yet */
export async function rejectOldSchema(reads: Queries): Promise<void> {
  const missing = await missingMigrations(reads);
  if (missing.length > 0)
    throw new SchemaError(
      `The database lacks ${missing.join(", ")}: start this version once, then try again.`,
    );
}

/**
 * Runs a command that writes, and closes the database.
 * @throws ConfigError, SchemaError as above
 */
export async function withExistingDatabase<T>(
  env: Record<string, string | undefined>,
  demo: boolean,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const database = openDatabase(findExistingDatabase(env, demo), undefined, 0);
  try {
    await rejectOldSchema(database.reads);
    return await work(database);
  } finally {
    await database.close();
  }
}
