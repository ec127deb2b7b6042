import { getSelf, resetAccessToken, updateSelf } from "@tollgate/contract/profile";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { ProfileService } from "./service.ts";

export function registerProfileRoutes(register: RegisterEndpoint, profile: ProfileService): void {
  register(getSelf, ({ actor }) => profile.self(actor));
  register(updateSelf, ({ actor, body, session }) => profile.update(actor, body, session.id));
  register(resetAccessToken, ({ actor }) => profile.resetAccessToken(actor));
}
