import type { Duplex } from "node:stream";
import type { WebSocket as ClientSocket } from "ws";
import type { MemoryAccount } from "../../platform/memory-budget.ts";
import type { OpenUpstream } from "./open-upstream.ts";

/** Close code for a caller that may reconnect (RFC 6455 registry). */
const tryAgainLater = 1013;
/** Uncounted bytes: every session buffers a few. */
const uncountedBytes = 64 * 1024;
/** Head of a client's control frame: two bytes and the mask (RFC 6455, 5.2). */
const controlHeadBytes = 6;

/**
 * Counts what a session buffers: incomplete messages, and messages that either side has not read yet. Closes a session
 * that exceeds the memory budget. The caller of this closes `memory`.
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
  client.on("message", () => {
    unfinished = 0;
    recount();
  });
  // A control frame may come between fragments: it is not retained, but the fragments before it still are.
  const noteControl = (payload: Buffer): void => {
    unfinished = Math.max(0, unfinished - payload.length - controlHeadBytes);
    recount();
  };
  client.on("ping", noteControl);
  client.on("pong", noteControl);
  upstream.addEventListener("message", recount);
}
