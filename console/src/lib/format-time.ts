import { currentLanguage } from "./i18n/i18n";
import { languageTag } from "./i18n/languages";
import { keepFormats } from "./keep-formats";

const dateTimeFormat = keepFormats(
  (language, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options),
);
const relativeTimeFormat = keepFormats(
  (language, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(language, options),
);

const two = (value: number): string => String(value).padStart(2, "0");

/** Epoch seconds → `YYYY-MM-DD HH:mm:ss` in the viewer's zone; 0 and below have no moment. */
export function formatTime(epochSeconds: number): string {
  if (epochSeconds <= 0) return "";
  const date = new Date(epochSeconds * 1000);
  return `${formatDate(epochSeconds)} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** Epoch seconds → `YYYY-MM-DD` in the viewer's zone. */
export function formatDate(epochSeconds: number): string {
  const date = new Date(epochSeconds * 1000);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The exact moment for a tooltip: full date, weekday and zone in the language in use. */
export function formatExactTime(epochSeconds: number): string {
  return dateTimeFormat(languageTag(currentLanguage()), {
    dateStyle: "full",
    timeStyle: "long",
  }).format(epochSeconds * 1000);
}

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** `5 minutes ago`, `in 3 days`; `now` in epoch seconds. */
export function formatRelativeTime(epochSeconds: number, now: number = Date.now() / 1000): string {
  const format = relativeTimeFormat(languageTag(currentLanguage()), { numeric: "auto" });
  const distance = epochSeconds - now;
  const step = steps.find(([, seconds]) => Math.abs(distance) >= seconds);
  if (!step) return format.format(0, "second");
  return format.format(Math.trunc(distance / step[1]), step[0]);
}
