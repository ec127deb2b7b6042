import type { FormatId } from "../../src/relay/format-ids.ts";
import type { Said } from "./ask-through-server.ts";
import type { Recorded } from "./read-recording.ts";

/** What a caller's format has no words for, so that its answer says something else than the recording. */
interface Unsayable {
  in: readonly FormatId[];
  because: string;
  /** True for recordings that it is about. */
  about(recorded: Recorded): boolean;
  /** What is expected instead. */
  instead(said: Said, recorded: Recorded): Said;
}

const table: readonly Unsayable[] = [
  {
    in: ["anthropic-messages"],
    because: "every message tells usage, and counts it where the upstream told none",
    about: ({ usage }) => usage === undefined,
    instead: (expected) => expected,
  },
];

/** What an answer in this format is expected to say, and why where that is not what was recorded. */
export function expectedIn(format: FormatId, recorded: Recorded): { said: Said; because: string[] } {
  const { text, reasoning, tools, finish, usage, proofs = [] } = recorded;
  let said: Said = { text, reasoning, tools, finish, usage, proofs };
  const because: string[] = [];
  for (const entry of table) {
    if (!entry.in.includes(format) || !entry.about(recorded)) continue;
    said = entry.instead(said, recorded);
    because.push(entry.because);
  }
  return { said, because };
}
