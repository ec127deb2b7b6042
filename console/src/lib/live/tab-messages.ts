import type { EventTopic, ServerEvent } from "@tollgate/contract/events";

/** Messages between the tabs of one browser. `lead`: from the tab with the stream. */
export type TabMessage =
  | { kind: "event"; event: ServerEvent }
  | { kind: "state"; live: boolean }
  | { kind: "who" }
  | { kind: "want"; tab: string; topics: EventTopic[] };

/** Topics that visible tabs want, by tab; a tab without messages for this long is gone. */
const rememberedMilliseconds = 60_000;

/** Topics requested by other tabs from the tab with the stream. */
export function createWants() {
  const wants = new Map<string, { topics: readonly EventTopic[]; at: number }>();
  return {
    set(tab: string, topics: readonly EventTopic[]): void {
      if (topics.length === 0) wants.delete(tab);
      else wants.set(tab, { topics, at: Date.now() });
    },
    topics(): EventTopic[] {
      const now = Date.now();
      for (const [tab, { at }] of wants) if (now - at > rememberedMilliseconds) wants.delete(tab);
      return [...wants.values()].flatMap(({ topics }) => topics);
    },
  };
}
