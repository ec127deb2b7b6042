import { useTheme } from "@mui/material/styles";
import { BarChart } from "@mui/x-charts/BarChart";
import { useId, useMemo, useState } from "react";
import type { PlotProps } from "./chart-series";
import { labelGap, plotLook, plotMargin, valueAxis } from "./plot-look";
import { PlotTooltip, TooltipContent } from "./plot-tooltip";

const slots = { tooltip: PlotTooltip };
const wholeSeries = { highlight: "series", fade: "global" } as const;

/** With more bars there is no room for gaps. */
const mostGaps = 120;

/** Bars over time, their parts stacked. */
export function BarPlot(props: PlotProps) {
  const { places, series, exact, total, onOpen } = props;
  const { palette } = useTheme();
  const many = places.length > mostGaps;
  const id = useId();
  const [hovered, setHovered] = useState<string>();
  const pointed = hovered ?? props.focus;
  const tooltip = useMemo(
    () => ({ places, series, exact, total, pointed, line: false }),
    [places, series, exact, total, pointed],
  );
  const place = series.findIndex((entry) => entry.id === pointed);
  const fillOf = (index: number): string => `url(#${id}-${index})`;
  return (
    <TooltipContent value={tooltip}>
      <BarChart
        width={props.width}
        height={props.height}
        hideLegend
        disableKeyboardNavigation
        skipAnimation
        borderRadius={3}
        margin={plotMargin}
        grid={{ horizontal: true }}
        slots={slots}
        highlightedItem={place < 0 ? null : { type: "bar", seriesId: String(place) }}
        onHighlightChange={(item) => setHovered(item ? series[Number(item.seriesId)]?.id : undefined)}
        onAxisClick={(_, data) => data && onOpen?.(data.dataIndex, hovered)}
        xAxis={[
          {
            scaleType: "band",
            data: places.map((_, index) => index),
            valueFormatter: (index: number) => places[index]?.label ?? "",
            categoryGapRatio: many ? 0 : places.length > 45 ? 0.2 : 0.4,
            tickLabelMinGap: labelGap,
            disableLine: true,
            disableTicks: true,
          },
        ]}
        yAxis={[valueAxis(props)]}
        series={series.map((entry, index) => ({
          id: String(index),
          data: entry.values.map((value) => (value === 0 ? null : value)),
          label: entry.label,
          color: entry.look.hatched ? fillOf(index) : entry.look.color,
          stack: "all",
          highlightScope: wholeSeries,
        }))}
        sx={[
          plotLook as object,
          {
            cursor: onOpen ? "pointer" : "default",
            // A gap in the surface color between the parts, so that their ends are visible without color.
            "& rect.MuiBarChart-element": {
              stroke: palette.background.paper,
              // Bars of a pixel would be all gap.
              strokeWidth: many ? 0 : places.length > 45 ? 0.5 : 1,
            },
          },
        ]}
      >
        <defs>
          {series.map(
            (entry, index) =>
              entry.look.hatched && (
                <pattern
                  key={entry.id}
                  id={`${id}-${index}`}
                  width={6}
                  height={6}
                  patternUnits="userSpaceOnUse"
                  patternTransform="rotate(45)"
                >
                  <rect width={6} height={6} fill={entry.look.color} />
                  <rect width={1.5} height={6} fill={palette.background.paper} opacity={0.35} />
                </pattern>
              ),
          )}
        </defs>
      </BarChart>
    </TooltipContent>
  );
}
