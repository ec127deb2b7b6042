/** A request of the API `hyllm`: every field of it is signed. */
export interface TencentRequest {
  app_id: number;
  secret_id: string;
  /** Seconds. */
  timestamp: number;
  /** Seconds since 1970; the request is invalid after it. */
  expired: number;
  query_id: string;
  messages: TencentMessage[];
  temperature?: number;
  top_p?: number;
  /** 1 streams. */
  stream: 0 | 1;
}

/** Text of the user or the assistant; no other content is supported. */
export interface TencentMessage {
  role: "user" | "assistant";
  content: string;
}
