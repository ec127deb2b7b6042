import { isIP } from "node:net";
import { AppError } from "../../platform/app-error.ts";

/** Who a passkey is for: the origin that its browser must be at, and the host name that it is bound to. */
export interface RelyingParty {
  origin: string;
  id: string;
}

/**
 * From the server's configured address; without one from where the browser says it is, if that is the host that it called
 * (`ownOrigin`). That is safe, because the authenticator signs the origin and the name: whoever makes up a host gets
 * passkeys for that host alone.
 * @throws AppError passkey.address_unsuitable for numeric addresses and callers that are no browser
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
