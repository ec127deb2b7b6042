import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import { listMidjourneyTasks, listOwnMidjourneyTasks } from "@tollgate/contract/tasks";
import { call } from "../../lib/api-client";
import { pollPause, tasksKey } from "../../widgets/task-detail/task-queries";

export type PictureQuery = Partial<EndpointQuery<typeof listMidjourneyTasks>>;

/** One page of Midjourney tasks: everyone's, or one's own, for which the server knows no filters by user and channel. */
export const pictureListQuery = (everybody: boolean, query: PictureQuery, live: boolean) =>
  queryOptions({
    queryKey: [...tasksKey, "midjourney", everybody, query],
    queryFn: ({ signal }) => {
      if (everybody) return call(listMidjourneyTasks, { query, signal });
      const { channel_id: _channel, user_id: _user, username: _name, ...own } = query;
      return call(listOwnMidjourneyTasks, { query: own, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollPause(state.data?.data, live),
    meta: { inPlace: true },
  });
