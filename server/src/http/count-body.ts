import { type Readable, Transform } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "../platform/app-error.ts";
import type { MemoryBudget } from "../platform/memory-budget.ts";
import { clientAddress, limitedNetwork } from "./client-address.ts";

/**
 * Counts a body of the console API while it arrives, so that an announced length reserves nothing. The bytes count for
 * the caller's address until the response is sent. Fails the stream with 429 or 503 when they do not fit.
 */
export function countBody(
  memory: MemoryBudget,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: Readable,
): Readable {
  const account = memory.open(limitedNetwork(clientAddress(request)));
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const shortage = account.acquire(chunk.length);
      if (shortage === undefined) done(null, chunk);
      else {
        const code = shortage === "owner" ? "request.rate_limited" : "server.busy";
        done(new AppError(code, { params: { seconds: 1 } }));
      }
    },
  });
  // `pipe` does not propagate an abort.
  payload.once("error", (error) => counted.destroy(error));
  reply.raw.once("close", () => {
    payload.unpipe(counted);
    account.close();
  });
  return payload.pipe(counted);
}
