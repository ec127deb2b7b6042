/** Fields that contain text in every dialect: the model reads all of it, whatever it looks like. */
const worded: ReadonlySet<string> = new Set([
  "text",
  "content",
  "input",
  "prompt",
  "output",
  "arguments",
  "instructions",
  "system",
  "thinking",
  "description",
  "documents",
]);

/** Data URLs and long base64 without white space at the beginning, in a field that may contain them. */
export function looksLikeMedia(name: string, text: string): boolean {
  if (worded.has(name)) return false;
  if (text.startsWith("data:")) return true;
  return text.length > 2048 && /^[A-Za-z0-9+/_-]{512}/.test(text.slice(0, 512));
}
