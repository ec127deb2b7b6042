/** Fields that hold words in every dialect: whatever a word looks like there, the model reads all of it. */
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

/** Data URLs and long base64 without a blank in their first part, in a field that may hold them. */
export function looksLikeMedia(name: string, text: string): boolean {
  if (worded.has(name)) return false;
  if (text.startsWith("data:")) return true;
  return text.length > 2048 && /^[A-Za-z0-9+/_-]{512}/.test(text.slice(0, 512));
}
