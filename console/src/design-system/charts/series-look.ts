import type { Mode } from "../theme/palette";
import { chartColors } from "./chart-colors";

/** How a series is drawn. Hatched bars and dashed lines are the second sign beside the color. */
export interface SeriesLook {
  color: string;
  hatched: boolean;
}

/** Number of distinct styles: each color plain and hatched, neighbors never both plain. */
export const lookCount = 16;

/** Maximum number of series on one chart; the rest is "other". */
export const seriesMost = 8;

/** The look with a number below `lookCount`, or that of "other". */
export function seriesLook(slot: number | "other", mode: Mode): SeriesLook {
  const { series, other } = chartColors[mode];
  if (slot === "other") return { color: other, hatched: false };
  const color = series[slot % series.length] ?? other;
  return { color, hatched: (slot + Math.floor(slot / series.length)) % 2 === 1 };
}
