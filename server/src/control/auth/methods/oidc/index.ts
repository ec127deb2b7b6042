import type { Clock } from "../../../../platform/clock.ts";
import type { SignInService } from "../method.ts";
import type { Provider } from "./provider.ts";

/**
 * Any OpenID Connect provider (reference sheet 8.3): discovery, PKCE, nonce, verified id_token. People are known by `sub` alone, never
 * by a name: names are chosen, and whoever chose somebody's name here would become them.
 */
export function createOidc(deps: { clock: Clock }): SignInService {
  let provider: Promise<Provider> | undefined;
  /** With its library, when somebody first signs in so. */
  const load = (): Promise<Provider> =>
    (provider ??= import("./provider.ts").then(({ createProvider }) => createProvider(deps)));

  return {
    kind: "oidc",
    service: "OIDC",
    column: "oidc_id",
    tellsAddress: true,
    isOn: (settings) =>
      settings.OIDCAuthEnabled && settings.OIDCIssuer !== "" && settings.OIDCClientId !== "",
    authorize: async (ask, settings) => (await load()).authorize(ask, settings),
    identify: async (answer, settings) => (await load()).identify(answer, settings),
  };
}
