import { maskSecrets } from "./mask-secrets.ts";

/**
 * An upstream's sentence for the caller, without internal details: keys, bearer tokens, addresses, account ids. Model
 * names, parameter names and numbers stay, since they help the caller. Long sentences are cut.
 */
export function cleanMessage(message: string): string {
  let text = message.length > longest ? `${cut(message, longest)}…` : message;
  for (const [pattern, replacement] of [...belongings, ...credentials])
    text = text.replace(pattern, replacement);
  return text;
}

/**
 * Masks a channel's own keys in a sentence, in any shape and encoding: the patterns below only match keys of the large
 * vendors. Runs before any cut, which could leave half a key.
 */
export function maskKeys(message: string, keys: readonly string[]): string {
  // Only the start of an endless sentence is used; a key cut at this length is far beyond it.
  const text = message.length > searched ? message.slice(0, searched) : message;
  return maskSecrets(text, keys.flatMap(secretsOf));
}

/** Secrets of a channel that an upstream could quote: its keys, and the values of headers that authenticate. */
export function quotableSecrets(channel: {
  keys: readonly string[];
  headers: Readonly<Record<string, string>>;
  plugin: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}): string[] {
  const headers = { ...channel.plugin["headers"], ...channel.headers };
  const values = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === "string" && value.length >= shortestPart && !descriptive.test(name) ? [value] : [],
  );
  // Without the scheme before it, too: `Bearer …`.
  const bare = values.flatMap((value) => /^\w+ (\S{8,})$/.exec(value)?.[1] ?? []);
  return [...channel.keys, ...values, ...bare];
}

/** The texts to search for: the whole key, and the parts of a composite key (`id|secret`); nothing of a placeholder. */
export function secretsOf(key: string): string[] {
  const parts = key.includes("|") ? key.split("|").filter((part) => part.length >= shortestPart) : [];
  return key.length >= shortestKey ? [key, ...parts] : parts;
}

/** A vendor's name for an error, if it is one: a single word without internal details. */
export function cleanWord(word: string | undefined): string | undefined {
  if (word === undefined || !/^[\w.:-]{1,80}$/.test(word)) return undefined;
  return credentials.some(([pattern]) => word.search(pattern) !== -1) ? undefined : word;
}

/**
 * The sentence of a log row: clean, on one line, and text that every database accepts (no control characters, no lone
 * surrogates).
 */
export function cleanLogText(message: string): string {
  return cut(onOneLine(cleanMessage(message)), logLength);
}

/**
 * The same sentence for administrators, who may see addresses: without the channel's keys and anything that looks like
 * a credential, on one line, and short enough for a list.
 */
export function cleanReason(message: string, keys: readonly string[]): string {
  let text = cut(maskKeys(message, keys), longest);
  for (const [pattern, replacement] of credentials) text = text.replace(pattern, replacement);
  return cut(onOneLine(text), reasonLength);
}

/**
 * A request or a response for administrators: without the channel's keys and anything that looks like a credential, in
 * its original lines, cut to 4,000 characters.
 */
export function cleanEvidence(text: string, keys: readonly string[]): string {
  const clean = maskCredentials(maskKeys(text, keys));
  // oxlint-disable-next-line no-control-regex -- control characters but line breaks are what is to be removed
  return cut(clean.replace(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]+/g, " ").trim(), evidenceLength);
}

/** The text without anything that looks like a credential, of any length. */
export function maskCredentials(text: string): string {
  let masked = text;
  for (const [pattern, replacement] of credentials) masked = masked.replace(pattern, replacement);
  return masked;
}

function onOneLine(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- control characters are what is to be removed
      .replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ")
      .trim()
  );
}

/** Cuts without splitting a surrogate pair, and replaces lone surrogates. */
function cut(text: string, length: number): string {
  const last = text.length > length ? text.charCodeAt(length - 1) : 0;
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length).toWellFormed();
}

const longest = 2000;
const reasonLength = 300;
const evidenceLength = 4000;
const logLength = 500;
const searched = 64 * 1024;
/** Shorter ones are placeholders of servers without authentication, and common words. */
const shortestKey = 4;
const shortestPart = 8;
/** Headers that describe a request, and help to understand an error. */
const descriptive = /^(?:accept|content-type|user-agent|.*-(?:beta|version))$/i;

type Mask = [pattern: RegExp, replacement: string];

const credentials: Mask[] = [
  [/\b(bearer|basic)\s+(?:(?=\S*\d)[\w.~+/=-]{8,}|[\w.~+/=-]{20,})/gi, "$1 [key]"],
  // Vendors quote a wrong key back as `sk-ab***yz`.
  [/\b(?:sk|pk|rk|gsk|xai|pplx|hf|r8|nvapi)[-_](?=[\w*.-]{6})[\w*-]+(?:\.[\w*-]+)*/g, "[key]"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g, "[key]"],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, "[key]"],
  [/\bey[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g, "[key]"],
  [/(https?:\/\/)[^\s/@]+@/gi, "$1"],
  [/([?&](?:key|token|api[-_]?key|access[-_]?token)=)[^\s&]+/gi, "$1[key]"],
  [/\b[0-9a-f]{32,}\b/gi, "[key]"],
];

/** Addresses and account ids. An address is masked whole, before its parts could match another pattern. */
const belongings: Mask[] = [
  [/\b(?:https?|wss?|socks5h?|sandbox):\/\/[^\s"'<>)\]}]+/gi, "[address]"],
  [/\b(?:org|proj|acct|acc|account|workspace|wrkspc|user|team|ak)[-_][A-Za-z0-9]{8,}\b/gi, "[account]"],
  [/\bprojects\/[a-z0-9-]+/gi, "projects/[account]"],
  [
    /\b(?:organization|project|account|workspace|team)\s+(?:id\s+)?[`'"]?(?=[\w-]*\d)[\w-]{8,}[`'"]?/gi,
    "[account]",
  ],
  [/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g, "[address]"],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, "[address]"],
  [/(?<![\w:])\[?(?:[0-9a-f]{1,4}:){7}[0-9a-f]{1,4}\]?(?![\w:])/gi, "[address]"],
  [
    /(?<![\w:])\[?(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})\]?(?!\w)/gi,
    "[address]",
  ],
  [
    /\b(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+(?:com|net|org|io|ai|cn|dev|app|cloud|local|internal|lan|svc|co|xyz|top|me)(?::\d+)?(?:\/[^\s"'<>)\]}]*)?(?![\w-])/gi,
    "[address]",
  ],
  [/\blocalhost(?::\d+)?\b/gi, "[address]"],
];
