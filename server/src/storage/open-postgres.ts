import pg from "pg";

/** A pool whose 64-bit integers arrive as numbers; ours stay inside the safe range (contract limits). */
export function openPostgres(
  url: string,
  size: number,
  onError: (error: Error) => void,
  /** Longest wait for one statement; 0 for ever (migrations). */
  queryMilliseconds: number,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...(queryMilliseconds > 0 && { query_timeout: queryMilliseconds }),
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === 20 || oid === 1700
          ? Number
          : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener the end of a connection would end the process. The pool listens to idle ones alone.
  pool.on("connect", (client) => client.on("error", onError));
  pool.on("error", () => {});
  return pool;
}
