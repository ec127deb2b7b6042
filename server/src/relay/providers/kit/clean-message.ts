/**
 * An upstream's sentence without what belongs to the operator: keys, bearer tokens, addresses, account ids (D8, D14).
 * Model names, parameter names and numbers stay, since they are what helps the caller. Long sentences are cut.
 */
export function cleanMessage(message: string): string {
  let text = message.length > longest ? `${message.slice(0, longest)}…` : message;
  for (const [pattern, replacement] of masks) text = text.replace(pattern, replacement);
  return text;
}

const longest = 2000;

/** In order: an address is masked whole before its parts could be taken for something else. */
const masks: [RegExp, string][] = [
  [/\b(?:https?|wss?|socks5h?|sandbox):\/\/[^\s"'<>)\]}]+/gi, "[address]"],
  [/\b(bearer|basic)\s+(?:(?=\S*\d)[\w.~+/=-]{8,}|[\w.~+/=-]{20,})/gi, "$1 [key]"],
  // `sk-ab***yz` is how vendors quote a wrong key back.
  [/\b(?:sk|pk|rk|gsk|xai|pplx|hf|r8|nvapi)[-_](?=[\w*.-]{6})[\w*-]+(?:\.[\w*-]+)*/g, "[key]"],
  [/\b(?:AKIA|ASIA)[A-Z0-9]{12,}\b/g, "[key]"],
  [/\bAIza[A-Za-z0-9_-]{20,}/g, "[key]"],
  [/\bey[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]*/g, "[key]"],
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
  [/\b[0-9a-f]{32,}\b/gi, "[key]"],
];
