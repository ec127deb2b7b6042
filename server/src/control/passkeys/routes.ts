import {
  beginPasskeyLogin,
  beginPasskeyRegistration,
  deletePasskey,
  finishPasskeyLogin,
  finishPasskeyRegistration,
  listPasskeys,
  renamePasskey,
} from "@tollgate/contract/passkeys";
import type { BrowserCookies, RegisterEndpoint } from "../../http/register-endpoint.ts";
import { keepSignIn } from "../auth/service.ts";
import { challengeSeconds, type PasskeyBrowser, type PasskeyService } from "./service.ts";

const challengeCookie = "passkey_challenge";

interface PendingRequest {
  cookies: BrowserCookies;
  request: { ownOrigin: string | undefined };
}

export function registerPasskeyRoutes(register: RegisterEndpoint, passkeys: PasskeyService): void {
  register(beginPasskeyLogin, async (context) => {
    const { publicKey, challengeId } = await passkeys.beginLogin(browserOf(context));
    context.cookies.keep(challengeCookie, challengeId, challengeSeconds);
    return { publicKey };
  });
  register(finishPasskeyLogin, async (context) => {
    const { ip, userAgent, acceptLanguage } = context.request;
    const { cookies, session } = context;
    const origin = { ip, userAgent, acceptLanguage, previous: session.id, cookies };
    context.cookies.drop(challengeCookie);
    const signedIn = await passkeys.finishLogin(context.body, browserOf(context), origin);
    keepSignIn(context, signedIn);
    return signedIn.user;
  });

  register(beginPasskeyRegistration, async (context) => {
    const { actor, body, session } = context;
    const begun = await passkeys.beginRegistration(actor, body, browserOf(context), session.id);
    context.cookies.keep(challengeCookie, begun.challengeId, challengeSeconds);
    return { publicKey: begun.publicKey };
  });
  register(finishPasskeyRegistration, (context) => {
    context.cookies.drop(challengeCookie);
    return passkeys.finishRegistration(context.actor, context.body, browserOf(context));
  });

  register(listPasskeys, ({ actor }) => passkeys.list(actor));
  register(renamePasskey, ({ actor, params, body }) => passkeys.rename(actor, params.id, body.alias));
  register(deletePasskey, async ({ actor, params, body, session }) => {
    await passkeys.delete(actor, params.id, { stepUp: body, sessionId: session.id });
    return null;
  });
}

function browserOf({ cookies, request }: PendingRequest): PasskeyBrowser {
  return { ownOrigin: request.ownOrigin, challengeId: cookies.read(challengeCookie) };
}
