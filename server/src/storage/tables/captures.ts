import type { Generated } from "kysely";

/** Bodies of one call, sealed. Without foreign keys: a row goes with its log row or its own retention. */
export interface CapturesTable {
  request_id: string;
  /** Epoch seconds. */
  created_at: number;
  user_id: number;
  /** JSON: content type, whole length and completeness of both bodies. */
  head: string;
  /** Length of both sealed texts. */
  bytes: number;
  request_encrypted: string;
  response_encrypted: string;
}

/** Tokens and channels whose calls are captured until a time. */
export interface CaptureTargetsTable {
  id: Generated<number>;
  /** `token` or `channel`. */
  kind: string;
  target_id: number;
  /** Epoch seconds. */
  until: number;
  created_at: number;
  created_by: string;
}
