import type { FormatId } from "../../../src/relay/format-ids.ts";

/** A chat dialect as a column of the tables. */
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

/** One feature of a request, in each format. */
export interface Feature {
  /** Name in the tables. */
  name: string;
  /** Fields added to the plain request; a format that is absent does not support the feature. */
  fields: Partial<Record<ChatDialect, Fields>>;
  /** Texts that must reach the upstream. Without any, the request must differ from the one without the feature. */
  words?: readonly string[];
  /** Replaces the question if the feature needs another one. */
  baseline?: Partial<Record<ChatDialect, Fields>>;
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
