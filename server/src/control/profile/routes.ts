import {
  getNotifySetting,
  getSelf,
  makeAccessToken,
  requestDeletion,
  resetAccessToken,
  updateNotifySetting,
  updateSelf,
  withdrawDeletion,
} from "@tollgate/contract/profile";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { ProfileService } from "./service.ts";

export function registerProfileRoutes(register: RegisterEndpoint, profile: ProfileService): void {
  register(getSelf, ({ actor }) => profile.self(actor));
  register(updateSelf, ({ actor, body, session, fixed }) => profile.update(actor, body, session.id, fixed));
  register(resetAccessToken, ({ actor, session }) =>
    profile.resetAccessToken(actor, { sessionId: session.id, byToken: actor.byToken }),
  );
  register(makeAccessToken, ({ actor, body, session }) => profile.makeAccessToken(actor, body, session.id));
  register(getNotifySetting, ({ actor }) => profile.notifySetting(actor));
  register(updateNotifySetting, ({ actor, body }) => profile.updateNotifySetting(actor, body));
  register(requestDeletion, ({ actor, body, session }) => profile.requestDeletion(actor, body, session.id));
  register(withdrawDeletion, ({ actor }) => profile.withdrawDeletion(actor));
}
