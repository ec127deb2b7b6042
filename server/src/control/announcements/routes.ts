import { listAnnouncements } from "@tollgate/contract/announcements";
import type { RegisterEndpoint } from "../../http/register-endpoint.ts";
import type { AnnouncementService } from "./service.ts";

export function registerAnnouncementRoutes(
  register: RegisterEndpoint,
  announcements: AnnouncementService,
): void {
  register(listAnnouncements, ({ query }) => announcements.list(query));
}
