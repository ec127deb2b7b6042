/** How long channels take to begin a stream, by channel and upstream model. The adaptive first-byte timeout is computed from it. One per process. */
export interface FirstByteTimes {
  /** Call it at the first event of a stream that carries a part of the answer. */
  note(channelId: number, model: string, milliseconds: number): void;
  /** Seconds; undefined while fewer than five streams have begun. */
  deadline(channelId: number, model: string): number | undefined;
  /** Call it when the channel's keys or address change. */
  forget(channelId: number): void;
  /** Pairs of channel and model. */
  readonly size: number;
}

/** The latest times of one channel and model, and the deadline computed from them. */
class RecentTimes {
  #times = new Float32Array(timesMost);
  #count = 0;
  /** Seconds; 0: too few times. */
  deadline = 0;

  add(milliseconds: number): void {
    this.#times[this.#count % timesMost] = milliseconds;
    this.#count += 1;
    if (this.#count < timesLeast || (this.#count > timesMost && this.#count % computedEvery !== 0)) return;
    const known = Math.min(this.#count, timesMost);
    sorted.set(this.#times);
    const recent = sorted.subarray(0, known).sort();
    const percentile = recent[Math.ceil(known * 0.95) - 1] ?? 0;
    this.deadline = Math.max(shortestSeconds, (percentile * factor) / 1000);
  }
}

const timesMost = 64;
/** A percentile of fewer means little. */
const timesLeast = 5;
/** The percentile of a full window moves slowly. */
const computedEvery = 8;
const factor = 10;
const shortestSeconds = 15;
/** Callers choose model names, so their number is otherwise unbounded. Each pair takes about 400 bytes. */
const pairsMost = 10_000;
const sorted = new Float32Array(timesMost);

export function createFirstByteTimes(): FirstByteTimes {
  const channels = new Map<number, Map<string, RecentTimes>>();
  let size = 0;

  function forget(channelId: number): void {
    size -= channels.get(channelId)?.size ?? 0;
    channels.delete(channelId);
  }

  /** A pair that is still in use is measured again within a few streams. */
  function dropOldest(): void {
    for (const [channelId, models] of channels) {
      for (const model of models.keys()) {
        models.delete(model);
        size -= 1;
        break;
      }
      if (models.size === 0) channels.delete(channelId);
      return;
    }
  }

  function open(channelId: number, model: string): RecentTimes {
    const known = channels.get(channelId)?.get(model);
    if (known) return known;
    if (size >= pairsMost) dropOldest();
    let models = channels.get(channelId);
    if (!models) channels.set(channelId, (models = new Map()));
    const times = new RecentTimes();
    models.set(model, times);
    size += 1;
    return times;
  }

  return {
    note: (channelId, model, milliseconds) => open(channelId, model).add(milliseconds),
    deadline: (channelId, model) => channels.get(channelId)?.get(model)?.deadline || undefined,
    forget,
    get size() {
      return size;
    },
  };
}
