import { expect, it } from "vitest";
import { isDatabaseUnavailable } from "./is-database-unavailable.ts";
import { WriterError } from "./writer/writer-error.ts";

const failed = (message: string, more: object = {}): Error => Object.assign(new Error(message), more);

it.each([
  failed("connect ECONNREFUSED 10.0.0.1:5432", { code: "ECONNREFUSED", syscall: "connect" }),
  failed("connect ENOENT /run/pg/.s.PGSQL.5432", { code: "ENOENT", syscall: "connect" }),
  new AggregateError([failed("refused", { code: "ECONNREFUSED", syscall: "connect" })]),
  failed("Connection terminated unexpectedly"),
  failed("Query read timeout"),
  failed("cannot execute INSERT in a read-only transaction", { code: "25006" }),
  failed("the database system is shutting down", { code: "57P03" }),
  failed("could not extend file: No space left on device", { code: "53100" }),
  failed("database or disk is full", { code: "SQLITE_FULL" }),
  failed("attempt to write a readonly database", { code: "SQLITE_READONLY" }),
  new WriterError("usage writer: Query read timeout", false),
])("detects a database that is unreachable, read-only or full: %s", (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true);
});

it.each([
  failed("duplicate key value", { code: "23505" }),
  failed("no such table: x", { code: "SQLITE_ERROR" }),
  failed("no such file", { code: "ENOENT", syscall: "open" }),
  failed("x is not a function"),
  new WriterError("usage writer: duplicate key value", true),
  "a text",
])("does not blame the database for our mistake: %s", (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false);
});
