import type { SxProps, Theme } from "@mui/material/styles";
import type { PlotProps } from "./chart-series";

/** Margins of every plot, pixels. The library adds the room of the axes. */
export const plotMargin = { left: 8, right: 28, top: 12, bottom: 4 };

/** Room between two labels under the axis, pixels. */
export const labelGap = 16;

interface ValueAxisProps extends Pick<PlotProps, "format" | "integers"> {
  series: readonly Pick<PlotProps["series"][number], "values">[];
}

/** The axis of values, as wide as its longest number. */
export function valueAxis({ series, format, integers }: ValueAxisProps) {
  const sums = (series[0]?.values ?? []).map((_, index) =>
    series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  const most = Math.max(...sums, 1);
  const tick = (value: number): string => trimTick(format(value), value);
  // Round numbers near the top, a half and a quarter.
  const letters = Math.max(
    ...[most, roundUp(most), roundUp(most) / 2, roundUp(most) / 4].map((value) => tick(value).length),
  );
  return {
    width: Math.min(96, 20 + letters * 7),
    disableLine: true,
    disableTicks: true,
    tickNumber: 4,
    valueFormatter: tick,
    ...(integers && { tickMinStep: 1 }),
  } as const;
}

/** `800.0k` → `800k`, `12.0 s` → `12 s`, `2 min 0 s` → `2 min`, and the zero has no unit of time. */
function trimTick(text: string, value: number): string {
  return value === 0
    ? (text.split(" ", 1)[0] ?? text)
    : text.replace(/\.0(?!\d)/, "").replace(/ 0 (s|min)$/, "");
}

/** 87 → 100. */
function roundUp(value: number): number {
  const unit = 10 ** Math.floor(Math.log10(value));
  return Math.ceil(value / unit) * unit;
}

export const plotLook: SxProps<Theme> = (theme) => ({
  "& .MuiChartsGrid-line": { stroke: theme.palette.divider },
  "& .MuiChartsAxis-tickLabel": {
    fill: `${theme.palette.text.secondary} !important`,
    fontSize: "12px !important",
  },
  "& .MuiChartsAxisHighlight-root": { fill: theme.palette.text.primary, fillOpacity: 0.05 },
});
