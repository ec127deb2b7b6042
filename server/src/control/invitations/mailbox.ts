/** Providers that deliver `a.b+c@` to the box of `ab@`. */
const dotless = new Set(["gmail.com", "googlemail.com"]);

/**
 * The mailbox of an address, as far as it is known: without `+tag`, for Gmail also without dots. Only for detecting
 * that a reward was paid to the same person before; never for authentication.
 */
export function mailboxOf(email: string): string {
  const at = email.lastIndexOf("@");
  if (at === -1) return email;
  const domain = email.slice(at + 1);
  const name = email.slice(0, at).split("+")[0] ?? "";
  return dotless.has(domain) ? `${name.replaceAll(".", "")}@gmail.com` : `${name}@${domain}`;
}
