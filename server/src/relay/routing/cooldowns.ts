import type { UpstreamProblem } from "../canonical/problem.ts";

/** Channels that rest with a model after trouble. In memory, per process. */
export interface Cooldowns {
  /** True while a channel rests, and after the rest while one request tries whether it is well again. */
  isCooling(channelId: number, model: string): boolean;
  /** Tells that a request goes to the channel: the first one after a rest is the one that tries. */
  enter(channelId: number, model: string): void;
  /** Hears every attempt's end; `undefined` is success. */
  note(channelId: number, model: string, problem: UpstreamProblem | undefined, restSeconds: number): void;
}

interface State {
  failures: number;
  /** 0: has not rested since its last success. */
  restUntil: number;
  /** Somebody tries the channel until then. An exchange whose caller left is never heard of, so it must end by itself. */
  tryingUntil: number;
  notedAt: number;
}

/** So many failures in a row, of the kinds that are the upstream's own, before a channel rests. */
const failuresBeforeRest = 3;
const longestRestSeconds = 300;
const longestTryMilliseconds = 60_000;
/** Trouble that long ago says nothing any more. */
const forgottenMilliseconds = 10 * 60_000;
/** Model names come from callers, so their number has no bound of its own. */
const statesMost = 10_000;

/**
 * A refusal for its rate rests at once, for as long as the upstream says; other trouble of the upstream after three in a row. After
 * the rest one request goes first (half-open): its success ends the trouble, its failure begins the next rest.
 */
export function createCooldowns(now: () => number): Cooldowns {
  const states = new Map<string, State>();

  function makeRoom(): void {
    const longAgo = now() - forgottenMilliseconds;
    for (const [key, state] of states)
      if (state.notedAt < longAgo && state.restUntil < now()) states.delete(key);
    // All of them fresh: a tenth goes, the oldest first, so that the search is not repeated with every request.
    if (states.size < statesMost) return;
    let surplus = statesMost / 10;
    for (const key of states.keys()) {
      if (surplus-- <= 0) break;
      states.delete(key);
    }
  }

  function stateOf(key: string): State {
    const known = states.get(key);
    if (known) return known;
    if (states.size >= statesMost) makeRoom();
    const state = { failures: 0, restUntil: 0, tryingUntil: 0, notedAt: 0 };
    states.set(key, state);
    return state;
  }

  return {
    isCooling(channelId, model) {
      if (states.size === 0) return false;
      const state = states.get(`${channelId} ${model}`);
      return state !== undefined && Math.max(state.restUntil, state.tryingUntil) > now();
    },
    enter(channelId, model) {
      if (states.size === 0) return;
      const state = states.get(`${channelId} ${model}`);
      const at = now();
      if (state && state.restUntil > 0 && state.restUntil <= at && state.tryingUntil <= at)
        state.tryingUntil = at + longestTryMilliseconds;
    },
    note(channelId, model, problem, restSeconds) {
      const key = `${channelId} ${model}`;
      if (problem === undefined || problem.kind === "request" || problem.kind === "filter") {
        if (states.size > 0) states.delete(key);
        return;
      }
      const at = now();
      const state = stateOf(key);
      // A row of failures is one without long silence in it.
      if (at - state.notedAt > forgottenMilliseconds) Object.assign(state, { failures: 0, restUntil: 0 });
      state.failures += 1;
      state.notedAt = at;
      state.tryingUntil = 0;
      if (problem.kind !== "rate" && state.failures < failuresBeforeRest && state.restUntil === 0) return;
      const seconds = Math.min(problem.retryAfter ?? restSeconds, longestRestSeconds);
      // Without a rest there is nothing to try out after it.
      state.restUntil = seconds > 0 ? at + seconds * 1000 : 0;
    },
  };
}
