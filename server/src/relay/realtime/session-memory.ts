import type { Duplex } from "node:stream";
import type { WebSocket as ClientSocket } from "ws";
import type { MemoryAccount } from "../../platform/memory-budget.ts";
import type { OpenUpstream } from "./open-upstream.ts";

/** Close code for a caller who may come back (RFC 6455 registry). */
const tryAgainLater = 1013;
/** Little is not counted: every session has some. */
const uncountedBytes = 64 * 1024;

/**
 * Counts what a session retains: the beginning of a message whose end has not come, and messages that either side has not taken yet. A session that
 * does not fit into the memory budget is closed. The caller of this closes `memory`.
 * @param socket the connection below `client`
 */
export function countSessionMemory(
  memory: MemoryAccount,
  socket: Duplex,
  client: ClientSocket,
  upstream: OpenUpstream["socket"],
): void {
  let unfinished = 0;
  let counted = 0;
  const recount = (): void => {
    const retained = unfinished + client.bufferedAmount + upstream.bufferedAmount;
    const more = (retained > uncountedBytes ? retained : 0) - counted;
    if (more === 0) return;
    if (more < 0) memory.release(-more);
    else if (memory.acquire(more)) {
      client.close(tryAgainLater, "The running requests of this account hold too much data.");
      return;
    }
    counted += more;
  };
  socket.on("data", (chunk: Buffer) => {
    unfinished += chunk.length;
    recount();
  });
  const noteWhole = (): void => {
    unfinished = 0;
    recount();
  };
  client.on("message", noteWhole);
  // A control frame may stand between fragments: what came before it is forgotten, and at most one message of the largest size is missed.
  client.on("ping", noteWhole);
  client.on("pong", noteWhole);
  upstream.addEventListener("message", recount);
}
