import type { ProblemKind, UpstreamProblem } from "../canonical/problem.ts";
import { KeyHealth, saysNothing } from "./key-health.ts";

/**
 * Who rests after trouble, by channel, key and forwarded model (D14). One process's own memory. It only advises: where everybody
 * rests, the one whose trouble is longest ago is tried all the same.
 *
 * Of an exchange it is told `enter` once, and then `note` or `leave` once.
 */
export interface Breaker {
  /** True if every key of the channel rests with the model, or its half-open turn is taken. */
  isResting(channelId: number, keyCount: number, model: string): boolean;
  /** The first key from `start` on, in turn, that does not rest; undefined if all do. `start` is any whole number from 0. */
  pickKey(channelId: number, keyCount: number, model: string, start: number): number | undefined;
  /** For the case that all rest: the key that has failed least recently, and when (0: never). */
  leastRecentFailure(channelId: number, keyCount: number, model: string): { key: number; failedAt: number };
  /** An exchange goes to the key: after a rest it is the probe. */
  enter(channelId: number, key: number, model: string): void;
  /** The exchange ended without telling anything: its caller left, or it never reached the upstream. */
  leave(channelId: number, key: number, model: string): void;
  /** The exchange ended; `undefined` is success. `restSeconds` is a first rest where the upstream names none. */
  note(used: UsedKey, problem: UpstreamProblem | undefined, restSeconds: number): void;
  /** Forgets a channel: its keys or its address are others now. */
  forget(channelId: number): void;
  /** What rests at a channel, for operators. */
  describe(channelId: number): Rest[];
  /** How many (channel, key, model) are remembered, and how many of them rest. */
  count(): { remembered: number; resting: number };
}

/** A key of a channel, and the forwarded model that it was used with. */
export interface UsedKey {
  channelId: number;
  key: number;
  model: string;
}

/** One entry of a channel's rests. */
export interface Rest {
  /** Undefined: every model. */
  model: string | undefined;
  /** Index in the channel's list; undefined: every key. */
  key: number | undefined;
  /** Milliseconds of the breaker's clock. Past: it waits for a call to try it. */
  until: number;
  reason: ProblemKind;
}

/** Model names come from callers, so their number has no bound of its own. */
const statesMost = 10_000;
/** A key that is refused is refused for every model. */
const anyModel = "";
/** The way to the channel's address, which its keys share. */
const anyKey = -1;

type State = KeyHealth & UsedKey;

/**
 * @param now milliseconds that never run back, whatever happens to the machine's clock. From `performance.timeOrigin` on, the
 * times of `describe` are epoch milliseconds.
 */
export function createBreaker(now: () => number): Breaker {
  const states = createStates();

  function isOut(channelId: number, key: number, model: string, at: number): boolean {
    return (
      states.find(channelId, anyKey, model)?.isOut(at) === true ||
      states.find(channelId, key, anyModel)?.isOut(at) === true ||
      states.find(channelId, key, model)?.isOut(at) === true
    );
  }

  function pickKey(channelId: number, keyCount: number, model: string, start: number): number | undefined {
    if (!states.knows(channelId)) return start % keyCount;
    const at = now();
    for (let step = 0; step < keyCount; step++) {
      const key = (start + step) % keyCount;
      if (!isOut(channelId, key, model, at)) return key;
    }
    return undefined;
  }

  /** The up to three things an exchange depends on. */
  function each(channelId: number, key: number, model: string, tell: (state: State) => void): void {
    if (!states.knows(channelId)) return;
    const [way, wholeKey, own] = [
      states.find(channelId, anyKey, model),
      states.find(channelId, key, anyModel),
      states.find(channelId, key, model),
    ];
    if (way) tell(way);
    if (wholeKey) tell(wholeKey);
    if (own) tell(own);
  }

  function succeed(state: State | undefined, at: number): void {
    if (state?.succeed(at)) states.delete(state);
  }

  function fail({ channelId, key, model }: UsedKey, problem: UpstreamProblem, restSeconds: number): void {
    const at = now();
    const { retryAfter = -1 } = problem;
    const asked = retryAfter >= 0 ? retryAfter * 1000 : undefined;
    const [blamed, other] = blamesWholeKey(problem) ? [anyModel, model] : [model, anyModel];
    const rest = { asked, shortest: restSeconds * 1000 };
    states.open(channelId, key, blamed).fail(problem.kind, rest, at);
    states.find(channelId, key, other)?.leave();
    // Whoever answers is reachable.
    if (problem.status > 0) succeed(states.find(channelId, anyKey, model), at);
    // A share of failures on the way may be one key's, where keys have addresses of their own. A row of them is not.
    else if (problem.kind === "unreachable")
      states.open(channelId, anyKey, model).fail(problem.kind, rest, at, "row");
    else states.find(channelId, anyKey, model)?.leave();
  }

  return {
    isResting(channelId, keyCount, model) {
      return states.knows(channelId) && pickKey(channelId, keyCount, model, 0) === undefined;
    },

    pickKey,

    leastRecentFailure(channelId, keyCount, model) {
      let found = { key: 0, failedAt: Number.POSITIVE_INFINITY };
      for (let key = 0; key < keyCount; key++) {
        let failedAt = 0;
        each(channelId, key, model, (state) => void (failedAt = Math.max(failedAt, state.failedAt)));
        if (failedAt < found.failedAt) found = { key, failedAt };
      }
      return found;
    },

    enter(channelId, key, model) {
      if (states.knows(channelId)) each(channelId, key, model, (state) => state.enter(now()));
    },

    leave(channelId, key, model) {
      if (states.knows(channelId)) each(channelId, key, model, (state) => state.leave());
    },

    note(used, problem, restSeconds) {
      const { channelId, key, model } = used;
      if (problem === undefined) {
        if (states.knows(channelId)) each(channelId, key, model, (state) => succeed(state, now()));
      } else if (saysNothing(problem.kind)) {
        if (states.knows(channelId)) each(channelId, key, model, (state) => state.leave());
      } else {
        fail(used, problem, restSeconds);
      }
    },

    forget(channelId) {
      for (const state of states.of(channelId)) states.delete(state);
    },

    describe(channelId) {
      return states
        .of(channelId)
        .filter((state) => state.restUntil > 0)
        .map(({ model, key, restUntil, reason }) => ({
          model: model === anyModel ? undefined : model,
          key: key === anyKey ? undefined : key,
          until: restUntil,
          reason,
        }));
    },

    count() {
      const at = now();
      const all = states.all();
      return { remembered: all.length, resting: all.filter((state) => state.isOut(at)).length };
    },
  };
}

/** A refused or unpaid key is no better with another model. A 403 often is about the one model. */
function blamesWholeKey({ kind, status }: UpstreamProblem): boolean {
  return kind === "billing" || (kind === "auth" && status !== 403);
}

/** Bounded: the ones that have failed least recently go first. */
function createStates() {
  const states = new Map<string, State>();
  /** Entries per channel, so that a channel without trouble costs one look. */
  const counts = new Map<number, number>();
  const nameOf = (channelId: number, key: number, model: string): string => `${channelId} ${key} ${model}`;

  function remove(state: State): void {
    if (!states.delete(nameOf(state.channelId, state.key, state.model))) return;
    const count = (counts.get(state.channelId) ?? 1) - 1;
    if (count === 0) counts.delete(state.channelId);
    else counts.set(state.channelId, count);
  }

  return {
    knows: (channelId: number): boolean => counts.size > 0 && counts.has(channelId),
    find: (channelId: number, key: number, model: string): State | undefined =>
      states.get(nameOf(channelId, key, model)),
    /** The state to note a failure in; it becomes the newest. */
    open(channelId: number, key: number, model: string): State {
      const name = nameOf(channelId, key, model);
      const known = states.get(name);
      if (known) {
        states.delete(name);
        states.set(name, known);
        return known;
      }
      if (states.size >= statesMost) {
        for (const oldest of states.values()) {
          remove(oldest);
          break;
        }
      }
      const state = Object.assign(new KeyHealth(), { channelId, key, model });
      states.set(name, state);
      counts.set(channelId, (counts.get(channelId) ?? 0) + 1);
      return state;
    },
    delete: remove,
    of: (channelId: number): State[] =>
      counts.has(channelId) ? [...states.values()].filter((state) => state.channelId === channelId) : [],
    all: (): State[] => [...states.values()],
  };
}
