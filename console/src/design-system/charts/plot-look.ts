import type { SxProps, Theme } from "@mui/material/styles";

/** Margins of every plot, pixels. The library adds the room of the axes. */
export const plotMargin = { left: 8, right: 20, top: 12, bottom: 4 };

/** Axis of values of every plot: as wide as its numbers. */
export const valueAxis = { width: "auto", disableLine: true, disableTicks: true, tickNumber: 4 } as const;

export const plotLook: SxProps<Theme> = (theme) => ({
  "& .MuiChartsGrid-line": { stroke: theme.palette.divider },
  "& .MuiChartsAxis-tickLabel": {
    fill: `${theme.palette.text.secondary} !important`,
    fontSize: "12px !important",
  },
  "& .MuiChartsAxisHighlight-root": { fill: theme.palette.text.primary, fillOpacity: 0.05 },
});
