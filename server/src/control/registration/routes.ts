import type { AnyEndpoint } from "@tollgate/contract/endpoint";
import {
  bindEmail,
  bindEmailByCode,
  checkResetLink,
  getInvitationCode,
  register as registerAccount,
  requestReset,
  resetPassword,
  sendVerification,
} from "@tollgate/contract/registration";
import type { EndpointContext, RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { RegistrationService, Visit } from "./service.ts";

export function registerRegistrationRoutes(
  register: RegisterEndpoint,
  registration: RegistrationService,
): void {
  register(registerAccount, async (context) => {
    await registration.register(context.body, visitOf(context, context.query.turnstile));
    return null;
  });

  register(sendVerification, async (context) => {
    const { email, turnstile } = context.query;
    await registration.sendVerification(email, await context.visitor(), visitOf(context, turnstile));
    return null;
  });

  register(requestReset, async (context) => {
    await registration.requestReset(context.query.email, visitOf(context, context.query.turnstile));
    return null;
  });

  register(checkResetLink, ({ body }) => registration.isLinkAlive(body));
  register(resetPassword, (context) => registration.resetPassword(context.body, visitOf(context, "")));

  register(bindEmail, async ({ actor, body, session }) => {
    await registration.bindEmail(actor, body, session.id);
    return null;
  });

  register(bindEmailByCode, async ({ actor, query, session }) => {
    const form = { email: query.email, verification_code: query.code, current_password: "", code: "" };
    await registration.bindEmail(actor, form, session.id);
    return null;
  });

  register(getInvitationCode, ({ actor }) => registration.invitationCode(actor));
}

function visitOf({ request }: Pick<EndpointContext<AnyEndpoint>, "request">, turnstile: string): Visit {
  return { ip: request.ip, acceptLanguage: request.acceptLanguage, turnstile };
}
