/** Longest text that is treated as a URL; longer texts are Markdown. */
const longestAddress = 2000;

/** Scheme, host and port, without user name and password; then path, query and fragment as they are. */
const parts = /^(https?:\/\/(?:[\p{L}\p{N}.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?)([/?#][^\s<>"]*)?$/iu;

/**
 * Content of the home and about page is either a page of its own elsewhere, shown in a frame, or Markdown and HTML
 * within it. A single http(s) address means the former: the address, else undefined. Server (which frames
 * are allowed) and console (what is rendered) use the same function.
 */
export function framedAddress(content: string): string | undefined {
  const text = content.trim();
  const match = text.length > longestAddress ? null : parts.exec(text);
  if (!match) return undefined;
  const [, origin = "", rest = ""] = match;
  return `${origin.toLowerCase()}${rest.startsWith("/") ? rest : `/${rest}`}`;
}
