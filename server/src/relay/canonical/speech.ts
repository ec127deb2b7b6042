import { noUsage, type UsageCounts } from "@tollgate/contract/cost";

/** Text to speech. The response is the audio itself, passed on as it arrives. */
export interface SpeechCall {
  model: string;
  input: string;
  voice: string;
  /** `mp3`, `opus`, `aac`, `flac`, `wav`, `pcm`, or a vendor's own. */
  format: string;
  speed?: number;
  instructions?: string;
}

/** A spoken response that arrives inside another message instead of as plain bytes. */
export interface SpeechResult {
  mediaType: string;
  bytes: Buffer;
  /** Units that the upstream charges for, if it reports them. */
  characters?: number;
}

/** Characters reported by an upstream, as usage; undefined for none. */
export function spokenUsage(characters: number | undefined): UsageCounts | undefined {
  return characters !== undefined && characters > 0 ? { ...noUsage, characters } : undefined;
}
