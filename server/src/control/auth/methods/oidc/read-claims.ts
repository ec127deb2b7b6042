type Claims = Record<string, unknown>;

/** A claim that is a text; empty if it is absent or something else. */
export function textClaim(claims: Claims, name: string): string {
  const value = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return typeof value === "string" ? value.trim() : "";
}

/** The first non-empty claim of the setting, which contains one name, or several separated by commas. */
export function nameOf(claims: Claims, setting: string): string {
  const names = setting.split(/[\s,]+/);
  for (const name of names) {
    const text = textClaim(claims, name);
    if (text !== "") return text;
  }
  return "";
}

/** The address if the provider reports it as verified, in lower case; a few write the boolean as a text. */
export function verifiedEmail(claims: Claims): string {
  const verified = claims["email_verified"];
  return verified === true || verified === "true" ? textClaim(claims, "email").toLowerCase() : "";
}
