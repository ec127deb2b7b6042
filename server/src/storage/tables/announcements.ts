import type { Generated } from "kysely";

/** Announcements of the site, including the current one. */
export interface AnnouncementsTable {
  id: Generated<number>;
  /** Of the text; one that is shown again gets no second row. */
  hash: string;
  text: string;
  /** Epoch seconds. */
  published_time: number;
}
