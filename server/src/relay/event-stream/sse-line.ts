/** Rules for lines of server-sent events on both paths. Lines end in LF, CRLF or CR. */
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const lineEnd = /\r\n?|\n/;
const space = 0x20;
const byteOrderMark = 0xfeff;

/** The value of a `data` line; undefined for other fields and comments. One space after the colon is not part of the value. */
export function dataOf(line: string): string | undefined {
  if (line.startsWith("data:")) return line.charCodeAt(5) === space ? line.slice(6) : line.slice(5);
  return line === "data" ? "" : undefined;
}

/** The name of an `event` line. */
export function eventNameOf(line: string): string | undefined {
  if (!line.startsWith("event:")) return undefined;
  return line.charCodeAt(6) === space ? line.slice(7) : line.slice(6);
}

/** Appends the value of a further `data` line of the same event. */
export function joinData(data: string | undefined, value: string): string {
  return data === undefined ? value : `${data}\n${value}`;
}

/** The beginning of a stream without its byte order mark. */
export function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === byteOrderMark ? text.slice(1) : text;
}
