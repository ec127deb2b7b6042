import type { UpstreamProblem } from "../canonical/problem.ts";
import { KeyHealth, isNoEvidence } from "./key-health.ts";

/**
 * The breaker: cooldowns by channel, key and forwarded model, in one process's memory. It only advises: if every key is
 * cooling down, the one with the oldest failure is used.
 * An exchange calls `enter` once, and then `note` or `leave` once.
 */
export interface Breaker {
  /** True if every key of the channel is cooling down for the model, or its half-open probe is running. */
  isCoolingDown(channelId: number, keyCount: number, model: string): boolean;
  /**
   * The first key from `start` on, in turn, that is not cooling down; undefined if all are. `start` is any whole number
   * from 0.
   */
  pickKey(channelId: number, keyCount: number, model: string, start: number): number | undefined;
  /** If all keys are cooling down: the one with the oldest failure, and its time (0: never). */
  leastRecentFailure(channelId: number, keyCount: number, model: string): { key: number; failedAt: number };
  /** An exchange uses the key: after a cooldown it is the half-open probe. */
  enter(channelId: number, key: number, model: string): void;
  /** The exchange ended without evidence: its caller disconnected, or it never reached the upstream. */
  leave(channelId: number, key: number, model: string): void;
  /** The exchange ended; `undefined` is success. `cooldownSeconds` is the first cooldown if the upstream states none. */
  note(used: UsedKey, problem: UpstreamProblem | undefined, cooldownSeconds: number): void;
  /** Drops a channel's state: its keys or its URL changed. */
  forget(channelId: number): void;
  /** Number of (channel, key, model) entries, which is bounded, and how many of them are cooling down. */
  count(): { remembered: number; coolingDown: number };
}

/** A key of a channel, and the forwarded model that it was used with. */
export interface UsedKey {
  channelId: number;
  key: number;
  model: string;
}

/** Model names come from callers, so their number needs a limit. */
const statesMost = 10_000;
/** A rejected key is rejected for every model. */
const anyModel = "";
/** The connection to the channel's URL, which its keys share. */
const anyKey = -1;

type State = KeyHealth & UsedKey;

/** @param now milliseconds, monotonic */
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

  /** The up to three states that an exchange depends on. */
  function each(channelId: number, key: number, model: string, visit: (state: State) => void): void {
    if (!states.knows(channelId)) return;
    const [way, wholeKey, own] = [
      states.find(channelId, anyKey, model),
      states.find(channelId, key, anyModel),
      states.find(channelId, key, model),
    ];
    if (way) visit(way);
    if (wholeKey) visit(wholeKey);
    if (own) visit(own);
  }

  function succeed(state: State | undefined, at: number): void {
    if (state?.succeed(at)) states.delete(state);
  }

  function fail({ channelId, key, model }: UsedKey, problem: UpstreamProblem, cooldownSeconds: number): void {
    const at = now();
    const { retryAfter = -1 } = problem;
    const requested = retryAfter >= 0 ? retryAfter * 1000 : undefined;
    const [blamed, other] = blamesWholeKey(problem) ? [anyModel, model] : [model, anyModel];
    const cooldown = { requested, shortest: cooldownSeconds * 1000 };
    states.open(channelId, key, blamed).fail(problem.kind, cooldown, at);
    states.find(channelId, key, other)?.leave();
    // Any response proves that the address is reachable.
    if (problem.status > 0) succeed(states.find(channelId, anyKey, model), at);
    // A share of connection failures may be one key's, if keys have their own URLs. Consecutive ones are not.
    else if (problem.kind === "unreachable")
      states.open(channelId, anyKey, model).fail(problem.kind, cooldown, at, "row");
    else states.find(channelId, anyKey, model)?.leave();
  }

  return {
    isCoolingDown(channelId, keyCount, model) {
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

    note(used, problem, cooldownSeconds) {
      const { channelId, key, model } = used;
      if (problem === undefined) {
        if (states.knows(channelId)) each(channelId, key, model, (state) => succeed(state, now()));
      } else if (isNoEvidence(problem.kind)) {
        if (states.knows(channelId)) each(channelId, key, model, (state) => state.leave());
      } else {
        fail(used, problem, cooldownSeconds);
      }
    },

    forget(channelId) {
      for (const state of states.of(channelId)) states.delete(state);
    },

    count() {
      const at = now();
      const all = states.all();
      return { remembered: all.length, coolingDown: all.filter((state) => state.isOut(at)).length };
    },
  };
}

/** A rejected or unpaid key fails for every model. A 403 often concerns one model. */
function blamesWholeKey({ kind, status }: UpstreamProblem): boolean {
  return kind === "billing" || (kind === "auth" && status !== 403);
}

/** Bounded: drops the entries with the oldest failures first. */
function createStates() {
  const states = new Map<string, State>();
  /** Entries per channel, so that a channel without failures costs one lookup. */
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
    /** The state for recording a failure; it becomes the newest. */
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
