import type { UsageCounts } from "@tollgate/contract/cost";

/** A message of a realtime socket, parsed: what it is and whatever it says. */
export interface RealtimeEvent {
  type: string;
  [field: string]: unknown;
}

/** Where the words of an answer or transcript were found: piece by piece, or again in finished parts, items or the whole. Each place may have all of them. */
export type WordsPlace = "deltas" | "parts" | "items" | "whole";

/** What one event of a realtime upstream means for the bill. */
export type RealtimeNews =
  | SessionNews
  | { kind: "answer-begun"; id: string }
  | AnswerPiece
  /** `usage` is undefined where the upstream reported none; `text` is everything that the answer says. */
  | { kind: "answer-done"; id: string; usage: UsageCounts | undefined; text: string }
  /** The caller's sound is complete; its transcript, if one is made, follows. */
  | { kind: "sound-committed"; id: string }
  | { kind: "transcript-delta"; id: string; text: string }
  | TranscriptDone
  | { kind: "transcript-failed"; id: string }
  | { kind: "error" };

/** What is in force for the session from here on; undefined where the event does not say. */
export interface SessionNews {
  kind: "session";
  /** The model that transcribes the caller's sound; `null`: none, empty: one without a name. */
  transcriber: string | null | undefined;
  /** Bytes of one second of the caller's sound. */
  heardRate: number | undefined;
  /** Bytes of one second of an answer's sound. */
  spokenRate: number | undefined;
}

export interface AnswerPiece {
  kind: "answer-piece";
  /** Of the answer. */
  id: string;
  place: WordsPlace;
  text: string;
  /** Bytes of sound. */
  soundBytes: number;
}

/** A whole transcript of what the caller said, which another model than the session's made. */
export interface TranscriptDone {
  kind: "transcript-done";
  /** Of the item that was transcribed. */
  id: string;
  /** Undefined where the upstream does not count tokens. */
  usage: UsageCounts | undefined;
  /** Length of the sound where the upstream charges for it; else 0. */
  seconds: number;
  text: string;
}
