import type { UpstreamProblem } from "../canonical/problem.ts";

/** Channels that rest with a model after trouble. In memory, per process. */
export interface Cooldowns {
  isCooling(channelId: number, model: string): boolean;
  /** Hears every attempt's end; `undefined` is success. */
  note(channelId: number, model: string, problem: UpstreamProblem | undefined, restSeconds: number): void;
}

interface State {
  failures: number;
  restUntil: number;
}

/** So many failures in a row, of the kinds that are the upstream's own, before a channel rests. */
const failuresBeforeRest = 3;
const longestRestSeconds = 300;

/** A refusal for its rate rests at once, for as long as the upstream says; other trouble of the upstream after three in a row. */
export function createCooldowns(now: () => number): Cooldowns {
  const states = new Map<string, State>();
  return {
    isCooling(channelId, model) {
      if (states.size === 0) return false;
      const state = states.get(`${channelId} ${model}`);
      return state !== undefined && state.restUntil > now();
    },
    note(channelId, model, problem, restSeconds) {
      const key = `${channelId} ${model}`;
      if (problem === undefined || problem.kind === "request" || problem.kind === "filter") {
        if (states.size > 0) states.delete(key);
        return;
      }
      const state = states.get(key) ?? { failures: 0, restUntil: 0 };
      state.failures += 1;
      if (problem.kind === "rate" || state.failures >= failuresBeforeRest) {
        const seconds = Math.min(problem.retryAfter ?? restSeconds, longestRestSeconds);
        state.restUntil = now() + seconds * 1000;
      }
      states.set(key, state);
    },
  };
}
