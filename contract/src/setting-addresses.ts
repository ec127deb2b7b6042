import * as z from "zod";

const longest = 2000;

/** One address, reported with `code` when invalid; empty for none. `read` returns the stored form, undefined if invalid. */
function address(code: string, message: string, read: (text: string) => string | undefined) {
  return z
    .string()
    .trim()
    .max(longest)
    .transform((text, context) => {
      if (text === "") return "";
      const kept = read(text);
      if (kept !== undefined) return kept;
      context.issues.push({ code: "custom", input: text, message, params: { code } });
      return z.NEVER;
    });
}

interface WebAddress {
  origin: string;
  path: string;
  query: string;
  fragment: string;
}

const parts = /^(https?:\/\/[^/?#@\s\\]+)(\/[^?#\s]*)?(\?[^#\s]*)?(#\S*)?$/i;

/** An http(s) address without user name and password; undefined for anything else. */
function readWebAddress(text: string): WebAddress | undefined {
  const match = parts.exec(text);
  if (!match || !z.url().safeParse(text).success) return undefined;
  const [, origin = "", path = "", query = "", fragment = ""] = match;
  return { origin: origin.toLowerCase(), path, query, fragment };
}

/** Scheme, host and port, nothing more: `https://ai.example.com`. A closing slash is removed. */
export const originAddress = address(
  "setting.not_an_origin",
  "Scheme, host and port only, such as https://ai.example.com.",
  (text) => {
    const url = readWebAddress(text);
    return url && /^\/?$/.test(url.path) && url.query === "" && url.fragment === "" ? url.origin : undefined;
  },
);

/** Where a service answers; paths are appended, so closing slashes are removed. */
export const serviceAddress = address(
  "setting.not_a_web_address",
  "An address that begins with http:// or https://.",
  (text) => {
    const url = readWebAddress(text);
    return url && url.query === "" && url.fragment === "" ? text.replace(/\/+$/, "") : undefined;
  },
);

/** A page or picture that people's browsers open: on the web, or on this server from `/` on. */
export const linkAddress = address(
  "setting.not_a_link",
  "An address that begins with http://, https:// or /.",
  (text) => (readWebAddress(text) || /^\/(?![/\\])/.test(text) ? text : undefined),
);

/** An app's address is fine (`opencat://…`), but none that runs a script or opens a file here. */
const harmful = /^(?:javascript|data|vbscript|file|blob|about|view-source):/i;

/** Template of a chat link: an address of the web, of this server or of an app, with its placeholders. */
export function isChatAddress(text: string): boolean {
  // Browsers skip control characters and spaces inside a scheme.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u0020\u007f]/.test(text.slice(0, text.indexOf(":") + 1)) || harmful.test(text)) return false;
  return /^[a-z][a-z0-9+.-]*:\S/i.test(text) || /^\/(?![/\\])/.test(text);
}

/** The same alone, empty for none. */
export const chatAddress = address(
  "setting.bad_chat_address",
  "An address of the web or of an app, such as https://… or opencat://….",
  (text) => (isChatAddress(text) ? text : undefined),
);

/** Where vulnerabilities are reported: a web or mail address. */
export const contactAddress = address(
  "setting.not_a_contact",
  "An email address, or an address that begins with https://.",
  (text) => {
    if (readWebAddress(text)?.origin.startsWith("https:")) return text;
    const mail = text.replace(/^mailto:/i, "");
    return z.email().safeParse(mail).success ? `mailto:${mail}` : undefined;
  },
);
