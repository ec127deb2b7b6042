import { isTimeZone } from "@tollgate/contract/figure-range";

/** The reader's zone by its IANA name; UTC where the browser has none that the server accepts. */
export function readerZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (known?.offset !== offset) known = { offset, zone: findZone() };
  return known.zone;
}

/** Formats take a millisecond to create, and every chart asks. Another offset means another zone, or summer time. */
let known: { offset: number; zone: string } | undefined;

function findZone(): string {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return zone && isTimeZone(zone) ? zone : "UTC";
}

/** `YYYY-MM-DD` of a moment in a zone. */
export function dayIn(zone: string, moment: Date): string {
  // Sweden writes dates as ISO does.
  return new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short" }).format(moment);
}
