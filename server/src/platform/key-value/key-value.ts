/**
 * Short texts shared by the instances that use one Redis, or kept by a single process. Best effort: nothing here
 * throws, a failed read is `undefined`, a failed write is lost.
 */
export interface KeyValue {
  /** True if other instances see the same values. */
  readonly shared: boolean;
  get(key: string): Promise<string | undefined>;
  /** @param ttlSeconds whole, at least 1 */
  set(key: string, value: string, ttlSeconds: number): Promise<void>;
  delete(key: string): Promise<void>;
  /** Notifies every listener of the topic, here and in other instances. */
  publish(topic: string, message: string): Promise<void>;
  /** @returns a function that ends the subscription */
  subscribe(topic: string, listener: (message: string) => void): () => void;
  close(): Promise<void>;
}
