/** Responses of the audio calls as sent to callers. */
export interface WireTranscript {
  text: string;
  usage?: WireTranscriptUsage;
}

export interface WireTranscriptUsage {
  type: "tokens";
  input_tokens: number;
  output_tokens: number;
  total_tokens: number;
  input_token_details: { text_tokens: number; audio_tokens: number };
}

/** `verbose_json`. */
export interface WireVerboseTranscript extends WireTranscript {
  task: "transcribe" | "translate";
  language: string;
  duration: number;
  segments?: { id: number; start: number; end: number; text: string }[];
  words?: { word: string; start: number; end: number }[];
}
