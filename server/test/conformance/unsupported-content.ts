import type { FormatId } from "../../src/relay/format-ids.ts";
import type { Said } from "./official-sdks.ts";
import type { Recorded } from "./read-recording.ts";

/** Content that the caller's format does not support, so that its response differs from the recording. */
interface Unsayable {
  in: readonly FormatId[];
  because: string;
  /** True for recordings with such content. */
  about(recorded: Recorded): boolean;
  /** The expected content instead. */
  instead(said: Said, recorded: Recorded): Said;
}

const table: readonly Unsayable[] = [
  {
    in: ["anthropic-messages"],
    because: "every message has usage; a count that the upstream did not report is 0",
    about: ({ usage }) => usage === undefined,
    instead: (said) => ({ ...said, usage: { prompt: 0, cached: 0, completion: 0 } }),
  },
  {
    in: ["openai-responses"],
    because: "words of a refusal are an answer that is complete",
    about: ({ refusal }) => Boolean(refusal),
    instead: (said) => ({ ...said, finish: "stop" }),
  },
  {
    in: ["anthropic-messages"],
    because: "a refusal is a reason to stop of its own",
    about: ({ refusal }) => Boolean(refusal),
    instead: (said) => ({ ...said, finish: "content_filter" }),
  },
  {
    in: ["gemini-generate"],
    because: "the format has no refusal field, its text is sent as text",
    about: ({ refusal }) => Boolean(refusal),
    instead: (said) => ({ ...said, text: said.text + said.refusal, refusal: "" }),
  },
  {
    in: ["anthropic-messages", "openai-responses", "gemini-generate"],
    because: "calls of tools are a reason to stop, whatever the upstream named",
    about: ({ finish, tools }) => finish === "stop" && tools.length > 0,
    instead: (said) => ({ ...said, finish: "tool_calls" }),
  },
];

/** The expected content of a response in this format, and the reason if it differs from the recording. */
export function expectedIn(format: FormatId, recorded: Recorded): { said: Said; because: string[] } {
  const { text, reasoning, tools, finish, usage, refusal = "", signatureValues = [] } = recorded;
  let said: Said = { text, reasoning, tools, finish, usage, refusal, signatureValues };
  const because: string[] = [];
  for (const entry of table) {
    if (!entry.in.includes(format) || !entry.about(recorded)) continue;
    said = entry.instead(said, recorded);
    because.push(entry.because);
  }
  return { said, because };
}
