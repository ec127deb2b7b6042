/**
 * An upstream's sentence for the caller, without what belongs to the operator: keys, bearer tokens, addresses, account ids
 * (D8, D14). Model names, parameter names and numbers stay, since they are what helps the caller. Long sentences are cut.
 */
export function cleanMessage(message: string): string {
  let text = message.length > longest ? `${message.slice(0, longest)}…` : message;
  for (const [pattern, replacement] of [...belongings, ...credentials])
    text = text.replace(pattern, replacement);
  return text;
}

/**
 * The same sentence for the operator, who may know addresses: without the channel's keys and anything that looks like a
 * credential, on one line, and short enough for a list.
 */
export function cleanReason(message: string, keys: readonly string[]): string {
  let text = message.slice(0, longest);
  for (const key of keys) if (key.length >= 4) text = text.replaceAll(key, "[key]");
  for (const [pattern, replacement] of credentials) text = text.replace(pattern, replacement);
  return (
    text
      // oxlint-disable-next-line no-control-regex -- control characters are what is to be removed
      .replace(/[\u0000-\u001f\u007f]+/g, " ")
      .trim()
      .slice(0, reasonLength)
  );
}

const longest = 2000;
const reasonLength = 300;

type Mask = [pattern: RegExp, replacement: string];

const credentials: Mask[] = [
  [/\b(bearer|basic)\s+(?:(?=\S*\d)[\w.~+/=-]{8,}|[\w.~+/=-]{20,})/gi, "$1 [key]"],
  // `sk-ab***yz` is how vendors quote a wrong key back.
  [/\b(?:sk|pk|rk|gsk|xai|pplx|hf|r8|nvapi)[-_](?=[\w*.-]{6})[\w*-]+(?:\.[\w*-]+)*/g, "[key]"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g, "[key]"],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, "[key]"],
  [/\bey[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g, "[key]"],
  [/(https?:\/\/)[^\s/@]+@/gi, "$1"],
  [/([?&](?:key|token|api[-_]?key|access[-_]?token)=)[^\s&]+/gi, "$1[key]"],
  [/\b[0-9a-f]{32,}\b/gi, "[key]"],
];

/** Addresses and account ids. An address is masked whole before its parts could be taken for something else. */
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
