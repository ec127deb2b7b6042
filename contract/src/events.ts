import * as z from "zod";
import type { Access } from "./access.ts";
import { splitCommaList } from "./comma-list.ts";
import { defineEndpoint, fileAnswer } from "./endpoint.ts";
import { pulse } from "./pulse.ts";

/** Topics of a stream, and who may subscribe. */
export const eventTopics = {
  /** One's own orders and balance. */
  account: "user",
  announcements: "user",
  /** Channels were added, changed, enabled or disabled. */
  channels: "admin",
  /** Figures of the last hour, whole, while they change. */
  pulse: "admin",
  /** One's own tasks: state and progress. */
  tasks: "user",
  /** The tasks of everyone. */
  all_tasks: "admin",
} as const satisfies Record<string, Access>;
export type EventTopic = keyof typeof eventTopics;

export const eventTopicNames = Object.keys(eventTopics) as EventTopic[];

/**
 * The data of each event, by its name. All except the pulse only name what to refetch. `ready` says that
 * every later change is sent; earlier ones were not.
 */
export const eventData = {
  ready: z.object({}),
  order: z.object({ trade_no: z.string() }),
  balance: z.object({}),
  announcement: z.object({}),
  channels: z.object({}),
  pulse,
  task: z.object({ task_id: z.string() }),
  any_task: z.object({ task_id: z.string() }),
} as const;
export type EventName = keyof typeof eventData;

/** The topic that an event belongs to; `ready` belongs to every stream. */
export const topicOfEvent: Record<Exclude<EventName, "ready">, EventTopic> = {
  order: "account",
  balance: "account",
  announcement: "announcements",
  channels: "channels",
  pulse: "pulse",
  task: "tasks",
  any_task: "all_tasks",
};

/** One event as the browser's code gets it. */
export type ServerEvent = {
  [Name in EventName]: { name: Name; data: z.infer<(typeof eventData)[Name]> };
}[EventName];

/** Keep-alive interval: a comment is sent after this long without an event; twice as long without data means a lost server. */
export const eventKeepAliveSeconds = 20;

/**
 * A stream of server-sent events for browsers (`text/event-stream`). It ends when the session ends, when the user is disabled, and when the role
 * no longer allows a topic.
 */
export const openEvents = defineEndpoint({
  method: "GET",
  path: "/api/events",
  access: "user",
  summary: "Stream of server-sent events; for sessions, not for access tokens",
  query: z.object({
    topics: z
      .string()
      .max(200)
      .transform(splitCommaList)
      .pipe(z.array(z.enum(eventTopicNames)).min(1))
      .describe(`Comma-separated: ${eventTopicNames.join(", ")}.`),
  }),
  data: fileAnswer,
  file: ["text/event-stream"],
});
