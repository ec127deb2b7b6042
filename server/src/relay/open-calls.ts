import type { RevocationSource } from "./ports.ts";

/** A running exchange: whose it is, and how it is cut. */
export interface OpenCall {
  tokenId: number;
  /** The caller's connection: hanging up ends the exchange as if the caller had left, so what was delivered is charged (D19). */
  connection: { abort(): void };
}

/**
 * Running exchanges, so that they end when their token or user is disabled or deleted (design A6). A call costs one entry and one
 * removal; everything else happens when somebody's rights change.
 */
export interface OpenCalls {
  enter(tokenId: number, connection: OpenCall["connection"]): OpenCall;
  leave(call: OpenCall): void;
}

export function createOpenCalls(revocations: RevocationSource): OpenCalls {
  const open = new Set<OpenCall>();

  function* tokens(): Generator<number> {
    for (const call of open) yield call.tokenId;
  }

  revocations.watch(tokens, (tokenIds) => {
    for (const call of open) if (tokenIds.has(call.tokenId)) call.connection.abort();
  });

  return {
    enter(tokenId, connection) {
      const call = { tokenId, connection };
      open.add(call);
      return call;
    },
    leave(call) {
      open.delete(call);
    },
  };
}
