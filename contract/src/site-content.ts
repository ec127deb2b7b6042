/** Longest text that is taken for an address; a page of Markdown is none. */
const longestAddress = 2000;

/**
 * Content of the home and about page is either a page of its own elsewhere, shown in a frame, or Markdown and HTML
 * (specification §2). An http(s) address and nothing beside it means the former: its normal form, else undefined.
 * Server (which frames may be opened) and console (what is drawn) ask the same.
 */
export function framedAddress(content: string): string | undefined {
  const text = content.trim();
  if (text.length > longestAddress || !/^https?:\/\/[^\s<>"]+$/i.test(text)) return undefined;
  if (!URL.canParse(text)) return undefined;
  const { href, username, password } = new URL(text);
  return username === "" && password === "" ? href : undefined;
}
