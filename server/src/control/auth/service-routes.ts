import {
  beginLink,
  beginOidcLink,
  getOidcAddress,
  getSignInState,
  linkWeChat,
  linkWeChatByCode,
  signInByGitHub,
  signInByLark,
  signInByOidc,
  signInByWeChat,
  unlink,
} from "@tollgate/contract/oauth";
import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import type { User } from "@tollgate/contract/users";
import type { EndpointContext, RegisterEndpoint } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { OwnersStepUp } from "./links.ts";
import { keepSignIn, type SignedIn } from "./service.ts";
import type { ServiceSignIn, Visit } from "./sign-in-by-service.ts";

type Context = Pick<
  EndpointContext<AnyEndpoint>,
  "request" | "session" | "cookies" | "visitor" | "setMessage"
>;

/** Signing in by other services; `routes.ts` has the built-in methods. */
export function registerServiceRoutes(register: RegisterEndpoint, services: ServiceSignIn): void {
  register(getSignInState, async (context) => {
    const { method, aff } = context.query;
    return services.begin(await visitOf(context), method, aff);
  });

  register(beginLink, async (context) =>
    services.begin({ ...(await visitOf(context)), stepUp: context.body }, context.body.method, ""),
  );

  register(getOidcAddress, async (context) => {
    const visit = await visitOf(context);
    return services.oidcAddress(visit, context.request.address, context.query.aff);
  });

  register(beginOidcLink, async (context) => {
    const visit = { ...(await visitOf(context)), stepUp: context.body };
    return services.oidcAddress(visit, context.request.address, "");
  });

  register(signInByGitHub, async (context) =>
    answer(context, await services.finish(await visitOf(context), "github", context.query)),
  );

  register(signInByLark, async (context) =>
    answer(context, await services.finish(await visitOf(context), "lark", context.query)),
  );

  register(signInByOidc, async (context) =>
    answer(context, await services.finish(await visitOf(context), "oidc", context.query)),
  );

  register(signInByWeChat, async (context) => {
    rejectLink(context);
    const visit = await visitOf(context);
    const { code, aff } = context.query;
    if (!visit.visitor) return answer(context, await services.byWeChat(visit, code, aff));
    await services.linkWeChat(visit.visitor, code, lateSignIn(context));
    return answer(context, undefined);
  });

  register(linkWeChat, async ({ actor, body, session }) => {
    await services.linkWeChat(actor, body.wechat_code, { stepUp: body, sessionId: session.id });
    return null;
  });

  register(linkWeChatByCode, async (context) => {
    rejectLink(context);
    await services.linkWeChat(context.actor, context.query.code, lateSignIn(context));
    return null;
  });

  register(unlink, async ({ actor, body, session }) => {
    await services.unlink(actor, body.type, { stepUp: body, sessionId: session.id });
    return null;
  });
}

async function visitOf(context: Context): Promise<Visit> {
  const { request, session, cookies } = context;
  const { ip, userAgent, acceptLanguage } = request;
  return {
    cookies,
    visitor: await context.visitor(),
    origin: { ip, userAgent, acceptLanguage, previous: session.id, cookies },
  };
}

/** Of endpoints that cannot have a proof in the body. */
function lateSignIn({ session }: Context): OwnersStepUp {
  return { stepUp: undefined, sessionId: session.id };
}

/** Undefined: an account was linked. The family's clients check the message. */
function answer(context: Context, signedIn: SignedIn | undefined): User | null {
  if (!signedIn) {
    context.setMessage("bind");
    return null;
  }
  keepSignIn(context, signedIn);
  return signedIn.user;
}

/**
 * A WeChat code comes without a state. A link on another site with another person's code must neither sign the visitor
 * in as that person nor link that person's WeChat to the visitor's account; only the console's own code calls these
 * endpoints.
 */
function rejectLink({ request }: Context): void {
  if (request.followedLink) throw new AppError("oauth.opened_directly");
}
