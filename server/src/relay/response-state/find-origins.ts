import type { NamedState } from "../formats/format.ts";
import { RelayError } from "../relay-error.ts";
import type { Binding, Found } from "./bindings.ts";

/** Who made what a request names. */
export interface Origins {
  /** The origin of what is kept at the upstream: nobody else can serve the call. */
  kept: { origin: Binding; state: NamedState } | undefined;
  /** The origin of the history that is brought along: nobody else can open it. */
  history: Binding | undefined;
  /** Origins of sealed thoughts, the newest first; undefined if none is known. */
  thoughts: Map<string, Binding> | undefined;
}

/**
 * Reads who made the states that a request names. An account at a vendor is shared by all users of its channel, and would give any of them what
 * it keeps; so what is kept there must be known as the caller's own. Unknown is refused like another's: after thirty days, or where it could not be
 * written down, nobody can say whose it is, and whoever sends the conversation itself goes on. A sealed thought may be unknown, since its caller
 * carries it, and only whom it was given to has it.
 * @param found one answer to each name
 * @throws RelayError naming what is not the caller's own
 */
export function findOrigins(names: readonly NamedState[], found: Found, userId: number): Origins {
  const origins: Origins = { kept: undefined, history: undefined, thoughts: undefined };
  for (const [index, state] of names.entries()) {
    const origin = found[index];
    const own = origin?.userId === userId;
    const isCarried = state.kind === "thought" || state.kind === "history";
    if (!own && (origin || !isCarried)) throw unknownState(state);
    if (!origin) continue;
    if (state.kind === "thought") (origins.thoughts ??= new Map<string, Binding>()).set(state.id, origin);
    else if (state.kind === "history") origins.history ??= origin;
    else origins.kept ??= { origin, state };
  }
  return origins;
}

/** Of a name that is told back. */
const longestId = 200;

/** What OpenAI answers for an id that it does not know, and what helps. */
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
    case "thought":
      return new RelayError("state_not_found", "'input' brings back an item of another account.", {
        param: "input",
      });
  }
}
