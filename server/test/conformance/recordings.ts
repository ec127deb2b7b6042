import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Recorded responses of real upstreams, which are not part of the project. TOLLGATE_TRANSCRIPTS names their folder; the
 * default is next to the project. Without it every test of recordings is skipped.
 */
const root = path.resolve(import.meta.dirname, "../../..");
const folder = process.env.TOLLGATE_TRANSCRIPTS ?? path.resolve(root, "../shared/transcripts");
export const hasRecordings = existsSync(folder);
/** Handwritten responses of the same shapes, always present. */
const written = path.join(import.meta.dirname, "__fixtures__/answers");

/** One response: whole, or the events of a stream as JSON text. */
export type Recording = { name: string } & ({ body: unknown } | { lines: string[] });

/** The responses in one folder of the recordings; none if the folder does not exist. */
export function recordingsIn(from: string): Recording[] {
  return answersIn(folder, from);
}

/** The same for handwritten responses. */
export function writtenAnswersIn(from: string): Recording[] {
  return answersIn(written, from).map((answer) => ({ ...answer, name: `by hand: ${answer.name}` }));
}

function answersIn(root: string, from: string): Recording[] {
  const directory = path.join(root, from);
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .sort()
    .flatMap((name): Recording[] => {
      const text = readFileSync(path.join(directory, name), "utf8");
      if (name.endsWith(".json")) return [{ name: `${from}/${name}`, body: JSON.parse(text) as unknown }];
      const answers = splitAnswers(linesOf(text, name.endsWith(".sse")));
      return answers.map((lines, at) => ({
        name: `${from}/${name}${answers.length > 1 ? ` ${at + 1}` : ""}`,
        lines,
      }));
    });
}

/** One recording by its path under the folder. @throws Error if it is missing */
export function recordingAt(from: string, name: string): unknown {
  return JSON.parse(readFileSync(path.join(folder, from, name), "utf8")) as unknown;
}

function linesOf(text: string, framed: boolean): string[] {
  const lines = text.split("\n").filter(Boolean);
  if (!framed) return lines;
  return lines.map((line) => line.replace(/^data: /, "")).filter((line) => line !== "[DONE]");
}

const lastOfAnAnswer = /^(message_stop|response\.(completed|incomplete|failed))$/;

/** Splits consecutive responses where each one ends. */
function splitAnswers(lines: readonly string[]): string[][] {
  const answers: string[][] = [[]];
  for (const line of lines) {
    answers.at(-1)?.push(line);
    if (lastOfAnAnswer.test((JSON.parse(line) as { type?: string }).type ?? "")) answers.push([]);
  }
  return answers.filter((answer) => answer.length > 0);
}
