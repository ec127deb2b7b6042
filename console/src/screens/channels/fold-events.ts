import type { ChannelEvent } from "@tollgate/contract/channels";

/** An event and how often it came in a row; `since` is the time of the first one, epoch seconds. */
export interface RepeatedEvent {
  event: ChannelEvent;
  count: number;
  since: number;
}

/** Merges consecutive tests with the same result into the newest; scheduled tests add little each. */
export function foldEvents(events: readonly ChannelEvent[]): RepeatedEvent[] {
  const folded: RepeatedEvent[] = [];
  for (const event of events) {
    const newer = folded.at(-1);
    if (newer && isRepetition(newer.event, event)) {
      newer.count += 1;
      newer.since = event.created_at;
    } else {
      folded.push({ event, count: 1, since: event.created_at });
    }
  }
  return folded;
}

function isRepetition(newer: ChannelEvent, older: ChannelEvent): boolean {
  if (newer.kind !== "test_passed" && newer.kind !== "test_failed") return false;
  return (["kind", "model", "status", "reason", "actor_name", "key_index"] as const).every(
    (field) => newer[field] === older[field],
  );
}

const switches: readonly ChannelEvent["kind"][] = [
  "enabled",
  "disabled",
  "enabled_automatically",
  "disabled_automatically",
];

/** Id of the event that switched the channel off automatically, if nothing has switched it since. */
export function findUndoable(events: readonly ChannelEvent[]): number | undefined {
  const last = events.find((event) => switches.includes(event.kind));
  return last?.kind === "disabled_automatically" ? last.id : undefined;
}
