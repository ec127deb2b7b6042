import { isIP } from "node:net";
import { AppError } from "../../platform/app-error.ts";

/** The relying party of a passkey: the origin that its browser must have, and the host name that it is bound to. */
export interface RelyingParty {
  origin: string;
  id: string;
}

/**
 * From the server's configured address; without one from the browser's origin, if that is the host that it called
 * (`ownOrigin`). That is safe, because the authenticator signs the origin and the name: a forged host only gets
 * passkeys for that host.
 * @throws AppError passkey.address_unsuitable for numeric addresses and callers without an origin
 */
export function findRelyingParty(serverAddress: string, ownOrigin: string | undefined): RelyingParty {
  const url = readUrl(serverAddress) ?? readUrl(ownOrigin ?? "");
  const name = url?.hostname.replace(/^\[|\]$/g, "") ?? "";
  if (!url || name === "" || isIP(name) !== 0) throw new AppError("passkey.address_unsuitable");
  return { origin: url.origin, id: name };
}

function readUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined;
}
