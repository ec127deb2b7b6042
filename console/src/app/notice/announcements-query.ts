import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { listAnnouncements } from "@tollgate/contract/announcements";
import { call } from "../../lib/api-client";

export const announcementsKey = ["announcements"] as const;

/** The newest announcements, current and past. */
export const announcementsQuery = (size: number) =>
  queryOptions({
    queryKey: [...announcementsKey, size],
    queryFn: ({ signal }) => call(listAnnouncements, { query: { size }, signal }),
    placeholderData: keepPreviousData,
    meta: { silent: true },
  });
