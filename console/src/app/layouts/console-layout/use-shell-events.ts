import { useLiveQueries } from "../../../lib/live/live";
import { selfQuery } from "../../../lib/session/self-query";
import { siteInfoQuery } from "../../../lib/site-info/site-info";
import { announcementsKey } from "../../notice/announcements-query";

/** Balance, role and announcements on every page of the console, as soon as they change. */
export function useShellEvents(): void {
  useLiveQueries("account", ({ name }) => (name === "order" ? [] : [selfQuery.queryKey]));
  useLiveQueries("announcements", () => [siteInfoQuery.queryKey, announcementsKey]);
}
