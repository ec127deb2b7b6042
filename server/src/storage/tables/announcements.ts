import type { Generated } from "kysely";

/** Announcements that the site showed, with the one that it shows. */
export interface AnnouncementsTable {
  id: Generated<number>;
  /** Of the text; one that is shown again is no second row. */
  hash: string;
  text: string;
  /** Epoch seconds. */
  published_time: number;
}
