import { noUsage, type UsageCounts } from "@tollgate/contract/cost";
import type { UploadedFile } from "./image.ts";

/** Speech to text, in the spoken language or in English. */
export interface TranscriptionCall {
  model: string;
  file: UploadedFile;
  translate: boolean;
  /** `json`, `text`, `srt`, `verbose_json`, `vtt` … */
  format: string;
  language?: string;
  prompt?: string;
  temperature?: number;
  /** `word`, `segment`. */
  timestamps?: string[];
}

export interface TranscriptionResult {
  text: string;
  language?: string;
  /** Seconds. */
  duration?: number;
  segments?: { start: number; end: number; text: string }[];
  words?: { start: number; end: number; word: string }[];
  usage?: UsageCounts;
}

/**
 * Tokens per second of audio, if the upstream reports seconds and no tokens: 200 tokens a minute, as many as are
 * usually spoken, so that a price per token of the transcript stays valid.
 * At $30 per million tokens a minute is $0.006, the list price of whisper-1.
 */
export function audioTokens(seconds: number): number {
  return Math.ceil((seconds * 200) / 60);
}

/** The inverse: seconds of audio in which that many tokens are spoken, at least one. */
export function secondsOfWords(tokens: number): number {
  return Math.max(1, Math.ceil((tokens * 60) / 200));
}

/**
 * Seconds reported by an upstream, as usage in both units; undefined for none. The price decides which unit is charged.
 */
export function audioUsage(seconds: number | undefined): UsageCounts | undefined {
  return seconds !== undefined && seconds > 0
    ? { ...noUsage, input_audio: audioTokens(seconds), seconds: Math.ceil(seconds) }
    : undefined;
}
