import type { ProblemKind } from "../canonical/problem.ts";
import type { FormatId } from "../format-ids.ts";

/** Failures of the key and not of the channel: another key may succeed. */
const ofTheKey: ReadonlySet<ProblemKind> = new Set(["auth", "billing", "rate"]);

/** Channels and keys that failed in one exchange. */
export class Tried {
  // Absent while nothing failed, as in nearly all exchanges.
  #channels: Set<number> | undefined;
  #keys: Map<number, Set<number>> | undefined;
  #missing: Map<number, FormatId> | undefined;
  #excluded: number | undefined;

  /** `excluded` is a channel that the caller excludes. */
  constructor(excluded?: number) {
    this.#excluded = excluded;
  }

  get isEmpty(): boolean {
    return this.#channels === undefined && this.#keys === undefined;
  }

  /** Records a failed attempt. A channel is excluded with its last key, or immediately if the failure is its own. */
  add(channelId: number, keyIndex: number, keyCount: number, kind: ProblemKind): void {
    if (keyCount === 1 || !ofTheKey.has(kind)) {
      this.#exclude(channelId);
      return;
    }
    this.#keys ??= new Map();
    let keys = this.#keys.get(channelId);
    if (!keys) this.#keys.set(channelId, (keys = new Set()));
    keys.add(keyIndex);
    if (keys.size >= keyCount) this.#exclude(channelId);
  }

  #exclude(channelId: number): void {
    (this.#channels ??= new Set()).add(channelId);
  }

  /** The channel's upstream has no endpoint for this format. */
  addMissing(channelId: number, endpoint: FormatId): void {
    (this.#missing ??= new Map()).set(channelId, endpoint);
  }

  forgetMissing(channelId: number): void {
    this.#missing?.delete(channelId);
  }

  missingAt(channelId: number): FormatId | undefined {
    return this.#missing?.get(channelId);
  }

  hasChannel(channelId: number): boolean {
    return this.#channels?.has(channelId) === true || channelId === this.#excluded;
  }

  hasKey(channelId: number, keyIndex: number): boolean {
    return this.#keys?.get(channelId)?.has(keyIndex) ?? false;
  }
}
