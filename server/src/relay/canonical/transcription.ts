import type { UsageCounts } from "@tollgate/contract/cost";
import type { UploadedFile } from "./image.ts";

/** Sound to words, in the spoken language or in English. */
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
