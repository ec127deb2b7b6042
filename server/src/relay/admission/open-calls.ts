import type { RevocationSource } from "../ports.ts";

/** A running exchange: its owner, and how to abort it. */
export interface OpenCall {
  tokenId: number;
  /**
   * The caller's connection. Hanging up ends the exchange as a disconnect does, so what was delivered is charged
   * (decision 0004).
   */
  connection: { abort(): void };
  /** Index in the list; -1: removed. */
  place: number;
}

/**
 * Running exchanges, which are aborted when their token or user is disabled or deleted. A call costs one insertion and
 * one removal; all other work happens when permissions change.
 */
export interface OpenCalls {
  enter(tokenId: number, connection: OpenCall["connection"]): OpenCall;
  leave(call: OpenCall): void;
}

/**
 * An array in which the last call fills a gap. A Set's outgrown tables keep finished calls reachable until the next
 * major collection, at a fifth of the relay's processor time (as in `deadlines.ts`).
 */
export function createOpenCalls(revocations: RevocationSource): OpenCalls {
  const open: (OpenCall | undefined)[] = [];
  let count = 0;

  function* calls(): Generator<OpenCall> {
    // Backwards, because the last call replaces a removed one.
    for (let place = count - 1; place >= 0; place--) {
      const call = open[place];
      if (call) yield call;
    }
  }

  function* tokens(): Generator<number> {
    for (const call of calls()) yield call.tokenId;
  }

  revocations.watch(tokens, (tokenIds) => {
    for (const call of calls()) if (tokenIds.has(call.tokenId)) call.connection.abort();
  });

  return {
    enter(tokenId, connection) {
      const call = { tokenId, connection, place: count };
      open[count] = call;
      count += 1;
      return call;
    },
    leave(call) {
      if (call.place === -1) return;
      count -= 1;
      const last = open[count];
      open[call.place] = last;
      if (last) last.place = call.place;
      open[count] = undefined;
      call.place = -1;
    },
  };
}
