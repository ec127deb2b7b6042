import { noAccount } from "../../platform/memory-budget.ts";
import type { RealtimeEvent } from "../canonical/realtime.ts";
import { isFields, reject } from "../formats/kit/check-value.ts";
import {
  hasEscapedLetter,
  meterFields,
  rejectRepeated,
  rejectVariants,
} from "../formats/kit/metered-fields.ts";
import { parseJson } from "../request/request-body.ts";

/** Longest message of either side, in bytes. */
export const eventBytesMost = 16 * 1024 * 1024;

/** Fields that decide what an event is and what it costs. */
const metered = meterFields("type", "session", "response");

/**
 * Parses a message of a realtime socket; its only top-level `type` decides what it is.
 * @throws RelayError for a message that is too long, nests too deep, is no JSON object, has no `type`, or has a metered
 * field twice
 */
export function parseEvent(raw: Buffer): RealtimeEvent {
  if (raw.length > eventBytesMost) reject("", `An event must not be longer than ${eventBytesMost} bytes.`);
  // Parsed to be read and sent on; not retained.
  const event = parseJson(raw, noAccount);
  if (!isFields(event)) reject("", "An event must be a JSON object.");
  rejectVariants(event, metered);
  rejectRepeated(raw, event, metered, hasEscapedLetter(raw));
  if (typeof event["type"] !== "string" || event["type"] === "")
    reject("type", "'type' must name the event.");
  return event as RealtimeEvent;
}
