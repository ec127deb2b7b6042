import type { FastifyInstance } from "fastify";
import type { Lifecycle } from "./create-server.ts";

/**
 * `/health`: the process is alive. `/ready`: it can receive traffic, i.e. the database answers and the server is not
 * stopping.
 */
export function registerHealth(
  app: FastifyInstance,
  deps: {
    lifecycle: Lifecycle /** Rejects if the database does not answer. */;
    ping: () => Promise<unknown>;
  },
): void {
  app.get("/health", () => ({ status: "ok" }));
  app.get("/ready", async (_request, reply) => {
    const ready = !deps.lifecycle.stopping && (await answers(deps.ping));
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable" });
  });
}

const pingMilliseconds = 3000;

async function answers(ping: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, pingMilliseconds, false);
  });
  try {
    return await Promise.race([
      ping().then(
        () => true,
        () => false,
      ),
      tooLate,
    ]);
  } finally {
    clearTimeout(timer);
  }
}
