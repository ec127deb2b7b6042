import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

/**
 * Kysely's dialect, but every transaction takes the write lock when it begins. One that reads first and takes the lock
 * later fails immediately after a write of another connection, and waiting does not help it.
 */
export class LockingSqliteDialect extends SqliteDialect {
  #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new LockingDriver({ database: this.#database });
  }
}

class LockingDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}
