import type { RevocationSource } from "../ports.ts";

/** A running exchange: whose it is, and how it is cut. */
export interface OpenCall {
  tokenId: number;
  /** The caller's connection: hanging up ends the exchange as if the caller had left, so what was delivered is charged (D19). */
  connection: { abort(): void };
  /** Its place in the list. -1: it has left. */
  place: number;
}

/**
 * Running exchanges, so that they end when their token or user is disabled or deleted (design A6). A call costs one entry and one
 * removal; everything else happens when somebody's rights change.
 */
export interface OpenCalls {
  enter(tokenId: number, connection: OpenCall["connection"]): OpenCall;
  leave(call: OpenCall): void;
}

/**
 * The list is an array whose last call fills a gap. A Set would do, but under this churn its outgrown tables keep finished calls reachable until
 * the next major collection, at a fifth of the relay's processor time (as in `deadlines.ts`).
 */
export function createOpenCalls(revocations: RevocationSource): OpenCalls {
  const open: (OpenCall | undefined)[] = [];
  let count = 0;

  function* calls(): Generator<OpenCall> {
    // Backwards, because a call that leaves is replaced by the last one.
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
