import { WriterError } from "./writer/writer-error.ts";

/**
 * PostgreSQL: connection (08), resources such as a full disk (53), operator (57P) and system (58) errors, read-only
 * (25006). SQLite: a disk that is full, broken, read-only or locked.
 */
const databaseCodes = /^(08...|53...|57P..|58...|25006|SQLITE_(FULL|READONLY|IOERR|BUSY|CANTOPEN).*)$/;
/** Node's codes of a connection; a missing socket file is one of them. */
const connectionCodes = /^(ECONNREFUSED|ECONNRESET|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** PostgreSQL's driver has no codes for these. */
const driverMessages =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/;
/** SQLite ends a transaction when its disk is full; Kysely then reports that there is none to roll back. */
const rolledBack = "cannot rollback - no transaction is active";

/**
 * True if a query failed because the database is unreachable, read-only or out of space: the query is valid, and a
 * retry may succeed.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  // A host with several addresses that all reject.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable);
  if (error instanceof WriterError) return !error.rejectsData;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && databaseCodes.test(code)) return true;
  if (code !== undefined && connectionCodes.test(code)) return syscall !== undefined && syscall !== "open";
  return driverMessages.test(error.message) || error.message === rolledBack;
}
