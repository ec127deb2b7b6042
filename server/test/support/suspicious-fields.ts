/** Names that may hold a secret, and the ones among them that do not: hints, counts, names of things, WebAuthn's own words. */
const suspicious = /key|secret|password|hash|token/i;
const harmless = new Set([
  "key_hint",
  "key_count",
  "keyLabel",
  "keyFormat",
  "password_login",
  "has_password",
  "turnstile_site_key",
  "notice_hash",
  "token_name",
  "has_access_token",
  "prompt_tokens",
  "completion_tokens",
  "PromptTokens",
  "CompletionTokens",
  "tokens",
  "passkeys",
  "tokens_per_minute",
  "residentKey",
]);

/** True for the name of a field that may hold a secret and is not known to hold none. */
export function isSuspicious(name: string): boolean {
  return suspicious.test(name) && !harmless.has(name);
}

/** Fields anywhere in an answer whose name is suspicious and whose value is a text that is not masked. */
export function suspiciousFields(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const here = `${path}/${name}`;
    const masked = typeof entry === "string" && (entry === "" || /^(?:sk-)?….{4}$/.test(entry));
    const leaks = typeof entry === "string" && isSuspicious(name) && !masked;
    return [...(leaks ? [here] : []), ...suspiciousFields(entry, here)];
  });
}
