import { noUsage, type UsageCounts } from "@tollgate/contract/cost";

/** Words to sound. The answer is the sound itself, passed on as it comes. */
export interface SpeechCall {
  model: string;
  input: string;
  voice: string;
  /** `mp3`, `opus`, `aac`, `flac`, `wav`, `pcm`, or a vendor's own. */
  format: string;
  speed?: number;
  instructions?: string;
}

/** A spoken answer that does not come as plain bytes but inside another message. */
export interface SpeechResult {
  mediaType: string;
  bytes: Buffer;
  /** What the upstream charges for, if it reports it. */
  characters?: number;
}

/** Characters that an upstream reports, as a usage; undefined for none. */
export function spokenUsage(characters: number | undefined): UsageCounts | undefined {
  return characters !== undefined && characters > 0 ? { ...noUsage, characters } : undefined;
}
