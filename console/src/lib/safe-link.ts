/** Schemes that would run a script or open a file of the viewer's instead of leading somewhere. */
const harmful = new Set([
  "javascript:",
  "data:",
  "vbscript:",
  "file:",
  "blob:",
  "filesystem:",
  "about:",
  "view-source:",
]);

/**
 * An external address (settings, chat links, orders) if it is safe to open; undefined if not. The browser's own
 * parser decides its scheme, so spaces, tabs and line ends inside it hide nothing.
 */
export function safeLink(address: string): string | undefined {
  const text = address.trim();
  if (text === "" || !URL.canParse(text, window.location.origin)) return undefined;
  return harmful.has(new URL(text, window.location.origin).protocol) ? undefined : text;
}

/** True for an address on another server: such links open in a new tab without opener or referrer. */
export function isForeign(address: string): boolean {
  return URL.canParse(address, window.location.origin)
    ? new URL(address, window.location.origin).origin !== window.location.origin
    : false;
}
