/** The time, so that tests can move it. */
export interface Clock {
  /** Epoch seconds, whole. */
  now(): number;
  /** Epoch milliseconds. */
  milliseconds(): number;
}

/** The machine's clock. */
export const systemClock: Clock = {
  now: () => Math.floor(Date.now() / 1000),
  milliseconds: () => Date.now(),
};
