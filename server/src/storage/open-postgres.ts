import pg from "pg";

/** A pool whose 64-bit integers arrive as numbers; ours stay inside the safe range (contract limits). */
export function openPostgres(
  url: string,
  size: number,
  onError: (error: Error) => void,
  /** Longest wait for one statement; 0: unlimited (migrations). */
  queryMilliseconds: number,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: size,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Compiling a statement takes longer than any of ours runs: up to two seconds the first time. Not an option of the
    // connection, which PgBouncer rejects.
    onConnect: async (client) => void (await client.query("set jit = off")),
    ...(queryMilliseconds > 0 && { query_timeout: queryMilliseconds }),
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === 20 || oid === 1700
          ? Number
          : pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
    },
  });
  // Without a listener a closed connection would end the process. The pool only listens to idle ones.
  pool.on("connect", (client) => client.on("error", onError));
  pool.on("error", () => {});
  return pool;
}
