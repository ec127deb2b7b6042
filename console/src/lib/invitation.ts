import { localStore } from "./local-store";

/**
 * The code of the invitation link that led here: of the address if it carries one, else the one that an earlier visit kept. Kept until
 * an account is made, so that it survives a way round by another service's sign-in page.
 */
export function readInvitation(query: URLSearchParams): string {
  const code = query.get("aff")?.trim().slice(0, 40) ?? "";
  if (code !== "") localStore.write("aff", code);
  return code || (localStore.read("aff") ?? "");
}

/** The invitation was used. */
export function forgetInvitation(): void {
  localStore.remove("aff");
}
