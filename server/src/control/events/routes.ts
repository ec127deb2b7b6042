import { openEvents } from "@tollgate/contract/events";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { EventService } from "./service.ts";

export function registerEventRoutes(register: RegisterEndpoint, events: EventService): void {
  register(openEvents, ({ actor, session, query }) => events.open(actor, session.id, query.topics));
}
