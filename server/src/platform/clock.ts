/** The current time, so that tests can set it. */
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
