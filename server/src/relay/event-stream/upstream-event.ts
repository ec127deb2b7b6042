/** One event of a stream, without framing. `event` is empty where the upstream names none. */
export interface UpstreamEvent {
  event: string;
  data: string;
}

/** Splits the bytes of a stream into events, for chunks of any size. */
export interface EventSplitter {
  /**
   * Events that these bytes complete. The caller may reuse `chunk`. @throws UnreadableAnswer if one event grows beyond
   * the limit
   */
  push(chunk: Uint8Array): UpstreamEvent[];
  /** After the last byte: an event without its end, if its data is whole. */
  end(): UpstreamEvent[];
  /** Bytes that wait for the end of their event. */
  readonly retained: number;
}
