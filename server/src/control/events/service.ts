import { hasAccess } from "@tollgate/contract/access";
import type { FileAnswer } from "@tollgate/contract/endpoint";
import { type EventTopic, eventKeepAliveSeconds, eventTopics } from "@tollgate/contract/events";
import type { Pulse } from "@tollgate/contract/pulse";
import type { RequestActor } from "../../http/register-endpoint.ts";
import { AppError } from "../../platform/app-error.ts";
import type { ChangeNotice } from "../../snapshot/change-notice.ts";
import type { Database } from "../../storage/database.ts";
import { createEventRepository } from "../../storage/repositories/event-repository.ts";
import { createTaskRepository } from "../../storage/repositories/task-repository.ts";
import type { AuthService } from "../auth/service.ts";
import { noticeHash } from "../notice-hash.ts";
import type { SettingsService } from "../settings/service.ts";
import { createBalanceEvents } from "./balance-events.ts";
import { type EventStream, formatEvent } from "./event-stream.ts";
import { createOpenStreams, formatReady, streamLimits } from "./open-streams.ts";
import { createOrderEvents } from "./order-events.ts";
import { createPulseEvents } from "./pulse-events.ts";
import { createTaskEvents } from "./task-events.ts";
import { repeatWhile } from "./repeat-while.ts";
import { createStreamCheck } from "./stream-check.ts";

/**
 * Streams that notify browsers of changes. Facts are queried from the database, so that changes of every process are
 * found; nothing is queried while there is no subscriber.
 */
export interface EventService {
  /** @throws AppError auth.forbidden, auth.required, auth.second_factor_setup_required, request.rate_limited */
  open(actor: RequestActor, sessionId: string | undefined, topics: readonly EventTopic[]): FileAnswer;
  /** Open streams of this process. */
  readonly size: number;
  /** Ends every stream; a server that stops rejects new ones. */
  close(): void;
}

export interface EventDependencies {
  database: Database;
  auth: Pick<AuthService, "sessions">;
  settings: Pick<SettingsService, "current">;
  changeNotice: Pick<ChangeNotice, "subscribe">;
  /** The pulse of the last hour. */
  readPulse(): Promise<Pulse>;
  onError(error: unknown): void;
  /** Epoch milliseconds. */
  milliseconds(): number;
  /** Tests: shorter than a server's. */
  eventIntervals?: EventIntervals;
}

/** Milliseconds between two queries. */
export interface EventIntervals {
  orders: number;
  balances: number;
  sessions: number;
  pulse: number;
  tasks: number;
}

const serverIntervals: EventIntervals = {
  orders: 1000,
  balances: 3000,
  sessions: 5000,
  pulse: 5000,
  tasks: 1000,
};

export function createEventService(deps: EventDependencies): EventService {
  const streams = createOpenStreams(streamLimits, (open) => (open ? start() : stop()));
  const rows = createEventRepository(deps.database);
  const orders = createOrderEvents(rows, streams);
  const balances = createBalanceEvents(rows, streams);
  const tasks = createTaskEvents(createTaskRepository(deps.database), streams, deps.milliseconds);
  const pulse = createPulseEvents(deps.readPulse, streams);
  const check = createStreamCheck(deps.auth.sessions, streams);
  const every = deps.eventIntervals ?? serverIntervals;
  let stopAll: (() => void)[] = [];
  let notice = noticeHash(deps.settings.current().Notice);

  type Source = { look(): Promise<void>; reset(): void };
  const whileTopics = (topics: readonly EventTopic[], source: Source) => async () => {
    if (topics.some((topic) => streams.has(topic))) await source.look();
    else source.reset();
  };
  const whileTopic = (topic: EventTopic, source: Source) => whileTopics([topic], source);

  function start(): void {
    const repeat = (milliseconds: number, work: () => Promise<void> | void) =>
      repeatWhile(milliseconds, work, deps.onError);
    stopAll = [
      repeat(every.orders, whileTopic("account", orders)),
      repeat(every.balances, whileTopic("account", balances)),
      repeat(every.pulse, whileTopic("pulse", pulse)),
      repeat(every.tasks, whileTopics(["tasks", "all_tasks"], tasks)),
      repeat(every.sessions, () => check()),
      repeat(eventKeepAliveSeconds * 1000, () => streams.keepAlive()),
    ];
  }

  function stop(): void {
    for (const one of stopAll) one();
    orders.reset();
    balances.reset();
    pulse.reset();
    tasks.reset();
  }

  /** Sends `ready` as soon as every later change is sent, which needs the present state to compare with. */
  async function begin(stream: EventStream, userId: number, topics: readonly EventTopic[]): Promise<void> {
    const present: Promise<void>[] = [];
    if (topics.includes("account")) present.push(orders.begin(), balances.begin(userId));
    if (topics.includes("tasks") || topics.includes("all_tasks")) present.push(tasks.begin());
    // Without the database there are no changes to send either; the regular queries begin as soon as it is back.
    await Promise.all(present).catch(deps.onError);
    stream.send(formatReady());
    const known = topics.includes("pulse") ? pulse.last() : undefined;
    if (known) stream.send(formatEvent("pulse", known));
  }

  deps.changeNotice.subscribe("settings", () => {
    const now = noticeHash(deps.settings.current().Notice);
    if (now === notice) return;
    notice = now;
    streams.send({ name: "announcement", data: {} });
  });
  deps.changeNotice.subscribe("channels", () => streams.send({ name: "channels", data: {} }));
  deps.changeNotice.subscribe("callers", async (userIds) => {
    // A failure is no reason to notify the other listeners again: the next regular check is near.
    await check(userIds).catch(deps.onError);
  });

  return {
    get size() {
      return streams.size;
    },
    open(actor, sessionId, topics) {
      // An access token is for scripts, and nothing would end its stream when it is replaced.
      if (actor.byToken || sessionId === undefined) throw new AppError("auth.forbidden");
      for (const topic of topics) {
        if (!hasAccess(actor.role, eventTopics[topic])) throw new AppError("auth.forbidden");
        if (eventTopics[topic] !== "user" && actor.twoFactorDue)
          throw new AppError("auth.second_factor_setup_required");
      }
      const stream = streams.open(actor, sessionId, topics);
      void begin(stream, actor.id, topics);
      const { chunks, signal } = stream;
      const onDrop = (breakOff: () => void) => signal.addEventListener("abort", breakOff, { once: true });
      return { mediaType: "text/event-stream", chunks, onDrop };
    },
    close: () => streams.end(() => true),
  };
}
