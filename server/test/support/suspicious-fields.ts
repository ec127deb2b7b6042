/** Field names that may contain a secret, and harmless ones among them: hints, counts, labels, WebAuthn fields. */
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

/** True for a field name that may contain a secret and is not known to be harmless. */
export function isSuspicious(name: string): boolean {
  return suspicious.test(name) && !harmless.has(name);
}

/** Fields anywhere in a response with a suspicious name and an unmasked text value. */
export function suspiciousFields(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const here = `${path}/${name}`;
    const masked = typeof entry === "string" && (entry === "" || /^(?:sk-)?….{4}$/.test(entry));
    const leaks = typeof entry === "string" && isSuspicious(name) && !masked;
    return [...(leaks ? [here] : []), ...suspiciousFields(entry, here)];
  });
}
