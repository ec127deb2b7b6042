import type { NamedState } from "../formats/format.ts";
import { RelayError } from "../relay-error.ts";
import type { Binding, Found } from "./bindings.ts";

/** Response origins of the states in a request. */
export interface Origins {
  /** The origin of state stored at the upstream: no other channel can serve the call. */
  kept: { origin: Binding; state: NamedState } | undefined;
  /** The origin of the history in the request: no other channel can decrypt it. */
  history: Binding | undefined;
  /** Origins of encrypted reasoning, newest first; undefined if none is known. */
  reasoning: Map<string, Binding> | undefined;
}

/**
 * Finds the origins of the states that a request names.
 * All users of a channel share its vendor account, which would return any user's state, so stored state must be known
 * as the caller's own. An unknown id is rejected like another user's: after thirty days, or if it could not be stored,
 * its owner is unknown. The caller can send the conversation itself instead.
 * Encrypted reasoning may be unknown, since the caller sends it, and only its owner has it.
 * @param found one result per name
 * @throws RelayError naming what is not the caller's own
 */
export function findOrigins(names: readonly NamedState[], found: Found, userId: number): Origins {
  const origins: Origins = { kept: undefined, history: undefined, reasoning: undefined };
  for (const [index, state] of names.entries()) {
    const origin = found[index];
    const own = origin?.userId === userId;
    const isCarried = state.kind === "reasoning" || state.kind === "history";
    if (!own && (origin || !isCarried)) throw unknownState(state);
    if (!origin) continue;
    if (state.kind === "reasoning") (origins.reasoning ??= new Map<string, Binding>()).set(state.id, origin);
    else if (state.kind === "history") origins.history ??= origin;
    else origins.kept ??= { origin, state };
  }
  return origins;
}

/** Characters of a name that an error repeats. */
const longestId = 200;

/** OpenAI's error for an unknown id, with advice. */
export function unknownState({ kind, id: given, param }: NamedState): RelayError {
  const id = given.slice(0, longestId);
  switch (kind) {
    case "response":
      return new RelayError(
        "response_not_found",
        `Previous response with id '${id}' not found. Send the conversation itself instead.`,
        { param: "previous_response_id" },
      );
    case "conversation":
      return new RelayError("state_not_found", `Conversation with id '${id}' not found.`, {
        param: "conversation",
      });
    case "item":
      return new RelayError(
        "state_not_found",
        `Item with id '${id}' in 'input' not found: it expired, or it is not yours. Send the item itself, as clients do with 'store: false'.`,
        { param: "input" },
      );
    case "thread":
      return new RelayError(
        "thread_not_found",
        `No thread was found for the message '${id}'. Send the full conversation with thread.type create instead.`,
        { param: "thread.previous_message_id", details: { error_code: "thread_not_found" } },
      );
    case "container":
      return new RelayError("state_not_found", `Container with id '${id}' not found.`, { param });
    case "history":
    case "reasoning":
      return new RelayError("state_not_found", "'input' brings back an item of another account.", {
        param: "input",
      });
  }
}
