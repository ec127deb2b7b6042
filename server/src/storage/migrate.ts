import { type Kysely, sql } from "kysely";
import type { Database, Queries } from "./database.ts";
import { migrations as allMigrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";

/** This version cannot use the schema; the message contains the reason and the next step. Starting would risk data. */
export class SchemaError extends Error {
  override name = "SchemaError";
}

interface MigrationTables {
  schema_migrations: { name: string; applied_at: number };
}

/**
 * Brings the schema up to date, one transaction per migration, and returns the names it ran.
 * @throws SchemaError if the schema is newer than this version, or lacks tables of recorded migrations.
 */
export async function migrate(
  database: Database,
  migrations: Migration[] = allMigrations,
  now: () => number = () => Math.floor(Date.now() / 1000),
): Promise<string[]> {
  const queries = database.queries as unknown as Kysely<MigrationTables>;
  await queries.schema
    .createTable("schema_migrations")
    .ifNotExists()
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("applied_at", database.dialect.bigint, (c) => c.notNull())
    .execute();
  const ran: string[] = [];
  const known = await readApplied(queries, migrations);
  for (const migration of migrations.filter(({ name }) => !known.has(name))) {
    await queries.transaction().execute(async (transaction) => {
      // Serializes two processes that start together.
      if (database.dialect.name === "postgres")
        await sql`select pg_advisory_xact_lock(730119)`.execute(transaction);
      const applied = await readApplied(transaction, migrations);
      if (applied.has(migration.name)) return;
      await migration.up(transaction as unknown as Kysely<unknown>, database.dialect);
      await transaction
        .insertInto("schema_migrations")
        .values({ name: migration.name, applied_at: now() })
        .execute();
      ran.push(migration.name);
    });
  }
  await checkTables(database, migrations);
  return ran;
}

/** When a migration ran, epoch seconds; 0 if it did not. */
export async function migratedAt({ queries }: Pick<Database, "queries">, migration: string): Promise<number> {
  const row = await (queries as unknown as Kysely<MigrationTables>)
    .selectFrom("schema_migrations")
    .select("applied_at")
    .where("name", "=", migration)
    .executeTakeFirst();
  return row?.applied_at ?? 0;
}

/**
 * The migrations that a database lacks, without changing it.
 * @throws SchemaError if the schema is newer than this version
 */
export async function missingMigrations(
  reads: Queries,
  migrations: Migration[] = allMigrations,
): Promise<string[]> {
  const applied = await readApplied(reads as unknown as Kysely<MigrationTables>, migrations);
  return migrations.map((migration) => migration.name).filter((name) => !applied.has(name));
}

async function readApplied(queries: Kysely<MigrationTables>, migrations: Migration[]): Promise<Set<string>> {
  const rows = await queries.selectFrom("schema_migrations").select("name").orderBy("name").execute();
  const known = migrations.map((migration) => migration.name);
  for (const [position, row] of rows.entries()) {
    if (!known.includes(row.name)) {
      throw new SchemaError(
        `The database has the migration ${row.name}, which this version of Tollgate does not know. It was written by a newer version: start that one, or restore a backup.`,
      );
    }
    if (known[position] !== row.name) {
      throw new SchemaError(
        `The database lacks the migration ${known[position]} although ${row.name} is recorded. The schema is only half migrated: restore a backup.`,
      );
    }
  }
  return new Set(rows.map((row) => row.name));
}

async function checkTables(database: Database, migrations: Migration[]): Promise<void> {
  const present = new Set((await database.queries.introspection.getTables()).map((table) => table.name));
  const missing = migrations.flatMap((migration) => migration.creates).filter((name) => !present.has(name));
  if (missing.length > 0) {
    throw new SchemaError(
      `The database lacks the table ${missing.join(", ")} although its migration is recorded. The schema is only half migrated: restore a backup.`,
    );
  }
}
