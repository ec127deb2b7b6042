/** Piece of a transcript with its time in seconds. */
export interface Cue {
  start: number;
  end: number;
  text: string;
}

/** Subtitles in SubRip format. */
export function renderSrt(cues: readonly Cue[]): string {
  return cues.map((cue, index) => `${index + 1}\n${timing(cue, ",")}\n${words(cue)}\n`).join("\n");
}

/** Subtitles in WebVTT format. */
export function renderVtt(cues: readonly Cue[]): string {
  return `WEBVTT\n\n${cues.map((cue) => `${timing(cue, ".")}\n${words(cue)}\n`).join("\n")}`;
}

/** The text of subtitles, or of a plain text: without headers, numbers and times. */
export function readWords(text: string): string {
  const lines = text.split(/\r?\n/);
  return lines
    .filter((line, index) => {
      if (isTiming(line) || line === "WEBVTT") return false;
      return !(/^\d+$/.test(line) && isTiming(lines[index + 1] ?? ""));
    })
    .filter((line) => line.trim() !== "")
    .join("\n");
}

/** Seconds at which the last cue of subtitles ends; 0 for a text without times. */
export function lastCueEnd(text: string): number {
  let last = 0;
  for (const [, hours = "0", minutes, seconds] of text.matchAll(cueEnd))
    last = Math.max(last, Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds?.replace(",", ".")));
  return last;
}

const cueEnd = /^(?:\d+:)?\d\d:\d\d[.,]\d{3} --> (?:(\d{1,3}):)?(\d\d):(\d\d[.,]\d{3})/gm;

function isTiming(line: string): boolean {
  return /^(?:\d+:)?\d\d:\d\d[.,]\d{3} --> /.test(line);
}

/** A blank line would end the cue, and an arrow would start its time. */
function words({ text }: Cue): string {
  const lines = text.split("\n").map((line) => line.trim());
  return lines
    .filter((line) => line !== "")
    .join("\n")
    .replaceAll("-->", "->");
}

function timing({ start, end }: Cue, mark: "," | "."): string {
  return `${clock(start, mark)} --> ${clock(end, mark)}`;
}

function clock(seconds: number, mark: string): string {
  const total = Math.max(Math.round(seconds * 1000), 0);
  const part = (unit: number, size: number, digits: number) =>
    String(Math.floor(total / unit) % size).padStart(digits, "0");
  return `${part(3_600_000, 100, 2)}:${part(60_000, 60, 2)}:${part(1000, 60, 2)}${mark}${part(1, 1000, 3)}`;
}
