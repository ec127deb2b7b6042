import type { Clock } from "../../../../platform/clock.ts";
import { loadOnce } from "../../../../platform/load-once.ts";
import type { SignInService } from "../method.ts";

/**
 * Any OpenID Connect provider: discovery, PKCE, nonce, verified id_token. People are identified by `sub` alone, never
 * by a name: names are chosen freely, so matching them would allow taking over an account.
 */
export function createOidc(deps: { clock: Clock }): SignInService {
  /** Loaded with its library at the first sign-in by this method. */
  const load = loadOnce(async () => (await import("./provider.ts")).createProvider(deps));

  return {
    kind: "oidc",
    service: "OIDC",
    column: "oidc_id",
    reportsEmail: true,
    isOn: (settings) =>
      settings.OIDCAuthEnabled && settings.OIDCIssuer !== "" && settings.OIDCClientId !== "",
    authorize: async (request, settings) => (await load()).authorize(request, settings),
    identify: async (answer, settings) => (await load()).identify(answer, settings),
  };
}
