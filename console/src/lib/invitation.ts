import { localStore } from "./local-store";

/**
 * The invitation code: from the address if it contains one, else from an earlier visit. Stored until
 * an account is created, so that it survives a redirect through another service's sign-in page.
 */
export function readInvitation(query: URLSearchParams): string {
  const code = query.get("aff")?.trim().slice(0, 40) ?? "";
  if (code !== "") localStore.write("aff", code);
  return code || (localStore.read("aff") ?? "");
}

/** Removes the stored invitation after use. */
export function forgetInvitation(): void {
  localStore.remove("aff");
}
