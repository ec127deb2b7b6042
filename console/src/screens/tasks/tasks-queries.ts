import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { EndpointQuery } from "@tollgate/contract/endpoint";
import { listOwnTasks, listTasks } from "@tollgate/contract/tasks";
import { call } from "../../lib/api-client";
import { pollPause, tasksKey } from "../../widgets/task-detail/task-queries";

export type TaskQuery = Partial<EndpointQuery<typeof listTasks>>;

/** One page of tasks: everyone's, or one's own, for which the server knows no filters by user and channel. */
export const taskListQuery = (everybody: boolean, query: TaskQuery, live: boolean) =>
  queryOptions({
    queryKey: [...tasksKey, "list", everybody, query],
    queryFn: ({ signal }) => {
      if (everybody) return call(listTasks, { query, signal });
      const { channel_id: _channel, user_id: _user, username: _name, user_ids: _ids, ...own } = query;
      return call(listOwnTasks, { query: own, signal });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollPause(state.data?.data, live),
    meta: { inPlace: true },
  });
