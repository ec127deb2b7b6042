import type { CallbackKind, Returned } from "./oauth-callback-queries";

const kinds: Record<string, CallbackKind> = {
  "/oauth/github": "github",
  "/oauth/lark": "lark",
  "/oauth/oidc": "oidc",
};

/** The service's redirect parameters. */
export interface Arrival {
  kind: CallbackKind;
  /** Undefined: there is no code in it. */
  returned: Returned | undefined;
  /** The user denied access at the service (RFC 6749 §4.1.2.1). */
  declined: boolean;
}

export function readArrival(path: string, search: string): Arrival {
  const query = new URLSearchParams(search);
  const code = query.get("code") ?? "";
  const iss = query.get("iss");
  const returned = { code, state: query.get("state") ?? "", ...(iss !== null && { iss }) };
  return {
    kind: kinds[path.replace(/\/$/, "")] ?? "oidc",
    returned: code === "" ? undefined : returned,
    declined: query.get("error") === "access_denied",
  };
}
