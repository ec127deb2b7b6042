import type { FormatId } from "../../../src/relay/format-ids.ts";

/** A dialect of chat as a column of the tables. */
export type ChatDialect = Extract<
  FormatId,
  "openai-chat" | "openai-responses" | "anthropic-messages" | "gemini-generate"
>;

export const chatDialects: readonly ChatDialect[] = [
  "openai-chat",
  "openai-responses",
  "anthropic-messages",
  "gemini-generate",
];

type Fields = Record<string, unknown>;

/** One thing that a caller may ask for, in the words of each format. */
export interface Feature {
  /** As the tables name it. */
  name: string;
  /** What is added to the plain request; a format that is absent has no words for it. */
  asked: Partial<Record<ChatDialect, Fields>>;
  /** Words that must reach the upstream. Without any, the request must differ from the one without the feature. */
  words?: readonly string[];
  /** What the request asks besides, where the feature changes something else. */
  beside?: Partial<Record<ChatDialect, Fields>>;
}

/** A plain question in each format. */
export function plainRequest(format: ChatDialect, model: string): Fields {
  switch (format) {
    case "openai-chat":
      return { model, messages: [{ role: "user", content: question }] };
    case "openai-responses":
      return { model, input: question };
    case "anthropic-messages":
      return { model, max_tokens: 4000, messages: [{ role: "user", content: question }] };
    case "gemini-generate":
      return { contents: [{ role: "user", parts: [{ text: question }] }] };
  }
}

export const question = "Which way to Geneva?";

/** A table of the document. */
export interface FeatureGroup {
  title: string;
  features: readonly Feature[];
}
