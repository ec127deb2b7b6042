import type { ChartPlace } from "../../design-system/charts/chart-series";
import { languageTag } from "../../lib/i18n/languages";

interface PlacesOptions {
  /** Epoch seconds of each span's start. */
  starts: readonly number[];
  step: "minute" | "hour" | "day";
  language: string;
  zone: string;
}

const labels: Record<PlacesOptions["step"], Intl.DateTimeFormatOptions> = {
  minute: { hour: "2-digit", minute: "2-digit", hour12: false },
  hour: { hour: "2-digit", minute: "2-digit", hour12: false },
  day: { month: "short", day: "numeric" },
};
const titles: Record<PlacesOptions["step"], Intl.DateTimeFormatOptions> = {
  minute: { hour: "2-digit", minute: "2-digit", hour12: false },
  hour: {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hour12: false,
  },
  day: { weekday: "short", year: "numeric", month: "short", day: "numeric" },
};

/** How the spans of a chart are called, in the reader's zone. */
export function chartPlaces({ starts, step, language, zone }: PlacesOptions): ChartPlace[] {
  const tag = languageTag(language);
  const label = new Intl.DateTimeFormat(tag, { ...labels[step], timeZone: zone });
  const title = new Intl.DateTimeFormat(tag, { ...titles[step], timeZone: zone });
  const names = starts.map((start) => title.format(start * 1000));
  const withZone = new Intl.DateTimeFormat(tag, { ...titles[step], timeZone: zone, timeZoneName: "short" });
  return starts.map((start, index) => {
    const name = names[index] ?? "";
    // At the end of daylight saving time an hour repeats.
    const twice = name === names[index - 1] || name === names[index + 1];
    return { label: label.format(start * 1000), title: twice ? withZone.format(start * 1000) : name };
  });
}
