import { type EventTopic, type ServerEvent, topicOfEvent } from "@tollgate/contract/events";
import { createStore, type Store } from "../store";
import { leadTab } from "./lead-tab";
import { createStreamLeader, silenceMilliseconds } from "./stream-leader";
import { createWants, type TabMessage } from "./tab-messages";

/** A briefly hidden tab keeps its stream. */
const hiddenMilliseconds = 2000;

export type EventHandler = (event: ServerEvent) => void;

/** Events of the server, for this tab. One tab of the browser has the stream and passes on what it reads; hidden tabs have none. */
export interface LiveConnection {
  /** Whether events arrive; where they do not, pages poll. */
  live: Pick<Store<boolean>, "get" | "subscribe">;
  /** Hands every event of the topic to the handler, and `ready` when events may have been missed. */
  subscribe(topic: EventTopic, handler: EventHandler): () => void;
  stop(): void;
}

/** @param userId whose session it is: tabs of another user share nothing with this one */
export function connectLive(userId: number): LiveConnection {
  const name = `tollgate-events-${userId}`;
  // Without Web Locks (pages without TLS) each tab has its own stream and sends the others nothing.
  let channel = navigator.locks ? new BroadcastChannel(name) : undefined;
  const tab = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
  const subscriptions = new Set<{ topic: EventTopic; handler: EventHandler }>();
  const live = createStore(false);
  const wants = createWants();
  const stopped = new AbortController();
  /** Not aborted while this tab is visible. */
  let visible: AbortController | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let silent: ReturnType<typeof setTimeout> | undefined;

  const post = (message: TabMessage): void => channel?.postMessage(message);
  const ownTopics = () => (visible ? [...new Set([...subscriptions].map(({ topic }) => topic))] : []);

  const leader = createStreamLeader({
    topics: () => [...new Set([...ownTopics(), ...wants.topics()])].sort(),
    onEvent(event) {
      setLive(true);
      post({ kind: "event", event });
      dispatch(event);
    },
    onLive(now) {
      setLive(now);
      post({ kind: "state", live: now });
    },
    onRejected: () => dispatch({ name: "ready", data: {} }),
  });

  function dispatch(event: ServerEvent): void {
    if (!visible) return;
    for (const { topic, handler } of Array.from(subscriptions))
      if (event.name === "ready" || topicOfEvent[event.name] === topic) handler(event);
  }

  function setLive(now: boolean): void {
    clearTimeout(silent);
    if (now) silent = setTimeout(() => live.set(false), silenceMilliseconds);
    live.set(now);
  }

  /** Sends this tab's topics to the tab with the stream, or to itself. */
  function want(): void {
    post({ kind: "want", tab, topics: ownTopics() });
    leader.settle();
  }

  function receive({ data: message }: MessageEvent<TabMessage>): void {
    if (message.kind === "who") return want();
    if (message.kind === "want") {
      wants.set(message.tab, message.topics);
      leader.settle();
      if (leader.leading) post({ kind: "state", live: live.get() });
      return;
    }
    if (!visible || leader.leading) return;
    const before = live.get();
    setLive(message.kind === "event" || message.live);
    if (message.kind === "event") dispatch(message.event);
    else if (message.live && !before) dispatch({ name: "ready", data: {} });
  }

  function show(): void {
    if (visible || stopped.signal.aborted) return;
    visible = new AbortController();
    const { signal } = visible;
    const lead = (): Promise<void> => {
      post({ kind: "who" });
      return leader.lead(signal);
    };
    leadTab(name, lead, signal);
    want();
  }

  function hide(): void {
    visible?.abort();
    visible = undefined;
    setLive(false);
    want();
  }

  function followVisibility(): void {
    clearTimeout(hiding);
    if (document.visibilityState === "visible") show();
    else hiding = setTimeout(hide, hiddenMilliseconds);
  }

  if (channel) channel.onmessage = receive;
  document.addEventListener("visibilitychange", followVisibility, { signal: stopped.signal });
  window.addEventListener("pagehide", hide, { signal: stopped.signal });
  window.addEventListener("pageshow", followVisibility, { signal: stopped.signal });
  if (document.visibilityState === "visible") show();

  return {
    live,
    subscribe(topic, handler) {
      const subscription = { topic, handler };
      subscriptions.add(subscription);
      want();
      return () => {
        subscriptions.delete(subscription);
        want();
      };
    },
    stop() {
      stopped.abort();
      hide();
      clearTimeout(hiding);
      clearTimeout(silent);
      channel?.close();
      channel = undefined;
    },
  };
}
