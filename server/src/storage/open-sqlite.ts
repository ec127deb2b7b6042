import path from "node:path";
import SQLite from "better-sqlite3";
import { makePrivateFile, makePrivateFolder } from "../platform/private-files.ts";

/** Opens a SQLite connection with our settings: WAL, full durability, waiting for the lock. */
export function openSqlite(file: string): SQLite.Database {
  makePrivateFolder(path.dirname(file));
  // SQLite gives its `-wal` and `-shm` the mode of the database.
  makePrivateFile(file);
  const connection = new SQLite(file);
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("busy_timeout = 10000");
  connection.pragma("foreign_keys = ON");
  return connection;
}
