import type { UsageCounts } from "@tollgate/contract/cost";

/** A parsed message of a realtime socket: its type and its other fields. */
export interface RealtimeEvent {
  type: string;
  [field: string]: unknown;
}

/**
 * Where the text of a response or transcript was found: in deltas, or again in finished parts, items or the whole. Each
 * place may contain all of it.
 */
export type TextPlace = "deltas" | "parts" | "items" | "whole";

/** What one event of a realtime upstream means for billing. */
export type RealtimeNews =
  | SessionNews
  | { kind: "answer-begun"; id: string }
  | AnswerPiece
  /** `usage` is undefined if the upstream reported none; `text` is the whole text of the response. */
  | { kind: "answer-done"; id: string; usage: UsageCounts | undefined; text: string }
  /** The caller's audio is complete; its transcript, if there is one, follows. */
  | { kind: "sound-committed"; id: string }
  | { kind: "transcript-delta"; id: string; text: string }
  | TranscriptDone
  | { kind: "transcript-failed"; id: string }
  | { kind: "error" };

/** Session settings from here on; undefined if the event does not contain them. */
export interface SessionNews {
  kind: "session";
  /** The model that transcribes the caller's audio; `null`: none; empty: one without a name. */
  transcriber: string | null | undefined;
  /** Bytes per second of the caller's audio. */
  heardRate: number | undefined;
  /** Bytes per second of a response's audio. */
  spokenRate: number | undefined;
}

export interface AnswerPiece {
  kind: "answer-piece";
  /** Id of the response. */
  id: string;
  place: TextPlace;
  text: string;
  /** Bytes of audio. */
  soundBytes: number;
}

/** A whole transcript of the caller's speech, created by another model than the session's. */
export interface TranscriptDone {
  kind: "transcript-done";
  /** Id of the transcribed item. */
  id: string;
  /** Undefined if the upstream does not count tokens. */
  usage: UsageCounts | undefined;
  /** Length of the audio if the upstream charges for it; otherwise 0. */
  seconds: number;
  text: string;
}
