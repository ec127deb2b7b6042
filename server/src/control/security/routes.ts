import {
  beginSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from "@tollgate/contract/second-factor";
import { endOtherSessions, endSession, listSessions } from "@tollgate/contract/sessions";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { SecurityService } from "./service.ts";

export function registerSecurityRoutes(register: RegisterEndpoint, security: SecurityService): void {
  register(getSecondFactor, ({ actor }) => security.secondFactor(actor));
  register(beginSecondFactor, ({ actor, body, session }) =>
    security.beginSecondFactor(actor, body, session.id),
  );
  register(confirmSecondFactor, async ({ actor, body, session }) => ({
    recovery_codes: await security.confirmSecondFactor(actor, body.code, session.id),
  }));
  register(renewRecoveryCodes, async ({ actor, body }) => ({
    recovery_codes: await security.renewRecoveryCodes(actor, body),
  }));
  register(disableSecondFactor, async ({ actor, body, session }) => {
    await security.disableSecondFactor(actor, body, session.id);
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
