import type { EventTopic } from "@tollgate/contract/events";
import { type QueryClient, type QueryKey, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";
import { createStore, useStore } from "../store";
import { useSession } from "../session/session";
import { connectLive, type EventHandler, type LiveConnection } from "./live-connection";

/** The connection of the signed-in user, while the console is shown. */
const connection = createStore<LiveConnection | undefined>(undefined);

/** Keeps the console connected while someone is signed in; for the shell alone. */
export function useLiveConnection(): void {
  const userId = useSession()?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    const opened = connectLive(userId);
    connection.set(opened);
    return () => {
      connection.set(undefined);
      opened.stop();
    };
  }, [userId]);
}

const never = (): (() => void) => () => {};

/** Whether events arrive. Pages poll often while this is false and rarely while it is true. */
export function useLive(): boolean {
  const live = useStore(connection)?.live;
  return useSyncExternalStore(live?.subscribe ?? never, () => live?.get() ?? false);
}

/** Hands the events of a topic to `handle` while the component is shown, and `ready` when some may have been missed. */
export function useLiveEvents(topic: EventTopic, handle: EventHandler, enabled = true): void {
  const current = useStore(connection);
  const onEvent = useEffectEvent(handle);
  useEffect(
    () => (enabled ? current?.subscribe(topic, (event) => onEvent(event)) : undefined),
    [current, topic, enabled],
  );
}

/** Data younger than this was fetched after the event's change, or at almost the same time. */
const freshMilliseconds = 300;

/** Reads queries again that are in view when an event comes, and after a gap those that are not from this moment. */
export function useLiveQueries(
  topic: EventTopic,
  keysOf: (event: Parameters<EventHandler>[0]) => readonly QueryKey[],
  enabled = true,
): void {
  const client = useQueryClient();
  useLiveEvents(
    topic,
    (event) => {
      for (const queryKey of keysOf(event)) void refetchOutdated(client, queryKey, event.name === "ready");
    },
    enabled,
  );
}

/**
 * Reads again what was requested before now. A change that this tab is sending reads its lists itself, mostly after its own event: it may
 * end first, and what it reads is not read twice.
 */
async function refetchOutdated(client: QueryClient, queryKey: QueryKey, afterGap: boolean): Promise<void> {
  const now = Date.now();
  const queries = client.getQueryCache().findAll({ queryKey });
  const before = new Map(queries.map((query) => [query, query.state]));
  await changesSent(client);
  await client.invalidateQueries({
    queryKey,
    predicate: (query) => {
      const { dataUpdatedAt, dataUpdateCount, fetchStatus } = query.state;
      if (afterGap) return now - dataUpdatedAt > freshMilliseconds;
      const earlier = before.get(query);
      if (earlier?.fetchStatus === "fetching") return true;
      return fetchStatus !== "fetching" && earlier?.dataUpdateCount === dataUpdateCount;
    },
  });
}

/** Longest wait for a change that this tab is sending, in milliseconds. */
const patienceMilliseconds = 1000;

/** Resolves when this tab has no change under way. */
function changesSent(client: QueryClient): Promise<void> {
  if (client.isMutating() === 0) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      stop();
      clearTimeout(timer);
      resolve();
    };
    const stop = client.getMutationCache().subscribe(() => client.isMutating() === 0 && end());
    const timer = setTimeout(end, patienceMilliseconds);
  });
}
