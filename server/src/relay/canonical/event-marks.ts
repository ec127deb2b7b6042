/** What marks the events of a native stream that have to be read. Every other event is passed on unread. */
export interface EventMarks {
  /** JSON keys that matter to the end of the stream: usage, reports of a failure. `error` always does. */
  keys: readonly string[];
  /** JSON keys that matter until the response is complete. */
  endKeys?: readonly string[];
  /** Text that matters until then, wherever it stands. */
  endWords: readonly string[];
}
