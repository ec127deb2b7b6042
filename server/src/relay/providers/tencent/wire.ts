/** A request of the API `hyllm`: every field of it is signed. */
export interface TencentRequest {
  app_id: number;
  secret_id: string;
  /** Seconds. */
  timestamp: number;
  /** Seconds; the request is worth nothing after it. */
  expired: number;
  query_id: string;
  messages: TencentMessage[];
  temperature?: number;
  top_p?: number;
  /** 1 streams. */
  stream: 0 | 1;
}

/** Text of the user or the assistant; nothing else is known. */
export interface TencentMessage {
  role: "user" | "assistant";
  content: string;
}
