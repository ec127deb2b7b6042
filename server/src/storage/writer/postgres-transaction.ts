import type pg from "pg";

/** Runs `work` in a transaction. A deadlock between processes is rolled back and retried. */
export async function inTransaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query("begin");
      const result = await work(client);
      await client.query("commit");
      return result;
    } catch (error) {
      await client.query("rollback").catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error("rollback failed");
      });
      const code = typeof error === "object" && error !== null && "code" in error ? error.code : undefined;
      if (attempt >= 5 || (code !== "40P01" && code !== "40001")) throw error;
    } finally {
      client.release(broken);
    }
  }
}
