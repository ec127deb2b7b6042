/** The name of a field. */
export const fieldName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Names that were checked. */
const checkedNames = new Set<string>();
/** Names, and characters of one: callers and upstreams choose some of them. */
const checkedMost = 1000;
const checkedLength = 64;

/** `fieldName.test`, for names that are sent again and again. */
export function isFieldName(name: string): boolean {
  if (checkedNames.has(name)) return true;
  if (!fieldName.test(name)) return false;
  if (checkedNames.size < checkedMost && name.length <= checkedLength) checkedNames.add(name);
  return true;
}

/** Text that a field's value may consist of; anything else could end the field and begin another. */
export const fieldText = /^[\t\x20-\x7e\x80-\xff]*$/;

/** The empty line after a head. */
export const headEnd = "\r\n\r\n";
/** Bytes. Few heads are longer. */
const usualHead = 2048;

/**
 * The text of the head that begins at `from`, without its empty line, one character for each byte; undefined if it does not end
 * before `end`.
 */
export function headAt(input: Buffer, from: number, end: number): string | undefined {
  // A search in text costs a fraction of one in bytes.
  const text = input.toString("latin1", from, Math.min(end, from + usualHead));
  const found = text.indexOf(headEnd);
  // Decoded again: a part of `text` would retain all of it for as long as a field is used.
  if (found !== -1) return input.toString("latin1", from, from + found);
  if (end - from <= usualHead) return undefined;
  const at = input.subarray(from, end).indexOf(headEnd, 0, "latin1");
  return at === -1 ? undefined : input.toString("latin1", from, from + at);
}
