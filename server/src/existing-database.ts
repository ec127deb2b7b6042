import { existsSync } from "node:fs";
import { ConfigError, readDatabaseLocation } from "./config.ts";
import { type Database, openDatabase } from "./storage/database.ts";
import { missingMigrations, SchemaError } from "./storage/migrate.ts";

/**
 * Opens the database of the server's configuration, for a command beside it; the caller closes it.
 * @param demo the database of `npm run demo` instead
 * @throws ConfigError if there is none, SchemaError if this version has not started on it yet
 */
export async function openExistingDatabase(
  env: Record<string, string | undefined>,
  demo: boolean,
): Promise<Database> {
  const location = readDatabaseLocation(env, demo);
  if (location.kind === "sqlite" && !existsSync(location.file))
    throw new ConfigError(`There is no database at ${location.file} (DATABASE_URL, DATA_DIR).`);
  const database = openDatabase(location, undefined, 0);
  try {
    const missing = await missingMigrations(database.reads);
    if (missing.length > 0)
      throw new SchemaError(
        `The database lacks ${missing.join(", ")}: start this version once, then try again.`,
      );
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
