/** A message to a bot. */
export interface CozeMessage {
  role: "user" | "assistant";
  content_type: "text" | "object_string";
  content: string;
}

/** A part of `object_string`, which is JSON in text. */
export type CozePart = { type: "text"; text: string } | { type: "image" | "file"; file_url: string };
