import type { Announcement } from "@tollgate/contract/announcements";
import type { Page } from "@tollgate/contract/list-query";
import type { Database } from "../../storage/database.ts";
import { createAnnouncementRepository } from "../../storage/repositories/announcement-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { noticeHash } from "../notice-hash.ts";
import type { SettingsService } from "../settings/service.ts";

/** The history of announcements. They are written with the setting that shows them. */
export interface AnnouncementService {
  list(request: Pick<PageRequest, "page" | "size">): Promise<Page<Announcement>>;
}

export interface AnnouncementDependencies {
  database: Database;
  settings: Pick<SettingsService, "current">;
}

export function createAnnouncementService(deps: AnnouncementDependencies): AnnouncementService {
  const rows = createAnnouncementRepository(deps.database.queries);
  return {
    async list({ page, size }) {
      const current = noticeHash(deps.settings.current().Notice);
      const found = await rows.page({ page, size });
      const data = found.rows.map((row) => ({ ...row, current: row.hash === current }));
      return { data, page, size, total_count: found.total };
    },
  };
}
