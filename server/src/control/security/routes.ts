import {
  beginTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  getTwoFactor,
  renewRecoveryCodes,
} from "@tollgate/contract/two-factor";
import { endOtherSessions, endSession, listSessions } from "@tollgate/contract/sessions";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { SecurityService } from "./service.ts";

export function registerSecurityRoutes(register: RegisterEndpoint, security: SecurityService): void {
  register(getTwoFactor, ({ actor }) => security.twoFactor(actor));
  register(beginTwoFactor, ({ actor, body, session }) => security.beginTwoFactor(actor, body, session.id));
  register(confirmTwoFactor, async ({ actor, body, session }) => ({
    recovery_codes: await security.confirmTwoFactor(actor, body.code, session.id),
  }));
  register(renewRecoveryCodes, async ({ actor, body }) => ({
    recovery_codes: await security.renewRecoveryCodes(actor, body),
  }));
  register(disableTwoFactor, async ({ actor, body, session }) => {
    await security.disableTwoFactor(actor, body, session.id);
    return null;
  });

  register(listSessions, ({ actor, session }) => security.listSessions(actor, session.id));
  register(endSession, async ({ actor, params }) => {
    await security.endSession(actor, params.id);
    return null;
  });
  register(endOtherSessions, async ({ actor, session }) => ({
    ended: await security.endOtherSessions(actor, session.id),
  }));
}
