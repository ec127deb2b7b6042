import type { SeriesLook } from "./series-look";

/** One line, or one part of each bar. */
export interface ChartSeries {
  id: string;
  label: string;
  look: SeriesLook;
  /** One for each place of the axis; null where there is nothing to show. */
  values: readonly (number | null)[];
}

/** One place on the axis of time. */
export interface ChartPlace {
  /** Short, under the axis: `Jun 3`. */
  label: string;
  /** Whole, in hovers and tables: `Wed, Jun 3, 2026`. */
  title: string;
}

/** What both kinds of plot draw. */
export interface PlotProps {
  places: readonly ChartPlace[];
  series: readonly ChartSeries[];
  /** Pixels. */
  width: number;
  height: number;
  /** A number of the axis, short. */
  format: (value: number) => string;
  /** True for counts: the axis has no halves. */
  integers: boolean;
  /** A number of the hover. */
  exact: (value: number) => string;
  /** The word for the sum in hovers; without it the values do not add up. */
  total?: string | undefined;
  /** The series that stands out, since its name is pointed at. */
  focus?: string | undefined;
  /** A click at a place, and on a series where one was hit. */
  onOpen?: ((index: number, series: string | undefined) => void) | undefined;
}
