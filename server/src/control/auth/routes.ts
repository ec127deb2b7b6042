import { login, logout } from "@tollgate/contract/auth";
import { completeTwoFactor } from "@tollgate/contract/two-factor";
import type { EndpointContext, RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import { type AuthService, keepSignIn, type SignInOrigin } from "./service.ts";

export function registerAuthRoutes(register: RegisterEndpoint, auth: AuthService): void {
  register(login, async (context) => {
    const signedIn = await auth.login(context.body, originOf(context));
    keepSignIn(context, signedIn);
    return signedIn.user;
  });

  register(completeTwoFactor, async (context) => {
    const signedIn = await auth.complete(context.body, originOf(context));
    keepSignIn(context, signedIn);
    return signedIn.user;
  });

  register(logout, async ({ session }) => {
    await auth.logout(session.id);
    session.clear();
    return null;
  });
}

function originOf({
  request,
  session,
  cookies,
}: Pick<EndpointContext<AnyEndpoint>, "request" | "session" | "cookies">): SignInOrigin {
  const { ip, userAgent, acceptLanguage } = request;
  return { ip, userAgent, acceptLanguage, previous: session.id, cookies };
}
