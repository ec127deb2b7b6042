import type { ProblemKind } from "../canonical/problem.ts";
import type { FormatId } from "../format-ids.ts";

/** Failures that say something of the key and not of the channel: another key may do better. */
const ofTheKey: ReadonlySet<ProblemKind> = new Set(["auth", "billing", "rate"]);

/** Channels and keys that one exchange has tried in vain. */
export class Tried {
  #channels = new Set<number>();
  #keys = new Map<number, Set<number>>();

  #excluded: number | undefined;
  #missing = new Map<number, FormatId>();

  /** `excluded` is a channel that the caller does not want. */
  constructor(excluded?: number) {
    this.#excluded = excluded;
  }

  get isEmpty(): boolean {
    return this.#channels.size === 0 && this.#keys.size === 0;
  }

  /** Notes a failed attempt. A channel is out with its last key, or at once if the failure is its own. */
  add(channelId: number, keyIndex: number, keyCount: number, kind: ProblemKind): void {
    if (keyCount === 1 || !ofTheKey.has(kind)) {
      this.#channels.add(channelId);
      return;
    }
    let keys = this.#keys.get(channelId);
    if (!keys) this.#keys.set(channelId, (keys = new Set()));
    keys.add(keyIndex);
    if (keys.size >= keyCount) this.#channels.add(channelId);
  }

  /** The upstream of a channel has just said that it has no endpoint for this format. */
  addMissing(channelId: number, endpoint: FormatId): void {
    this.#missing.set(channelId, endpoint);
  }

  forgetMissing(channelId: number): void {
    this.#missing.delete(channelId);
  }

  missingAt(channelId: number): FormatId | undefined {
    return this.#missing.get(channelId);
  }

  hasChannel(channelId: number): boolean {
    return this.#channels.has(channelId) || channelId === this.#excluded;
  }

  hasKey(channelId: number, keyIndex: number): boolean {
    return this.#keys.get(channelId)?.has(keyIndex) ?? false;
  }
}
