import { LineChart } from "@mui/x-charts/LineChart";
import { useMemo, useState } from "react";
import type { PlotProps } from "./chart-series";
import { plotLook, plotMargin, valueAxis } from "./plot-look";
import { PlotTooltip, TooltipContent } from "./plot-tooltip";

const slots = { tooltip: PlotTooltip };
const wholeSeries = { highlight: "series", fade: "global" } as const;
/** Up to so many places each has a dot: a value between two gaps would be no line at all. */
const mostDots = 62;

/** Lines over time. Values that are missing interrupt their line. */
export function LinePlot(props: PlotProps) {
  const { places, series, exact, total, onOpen } = props;
  const [hovered, setHovered] = useState<string>();
  const pointed = hovered ?? props.focus;
  const idOf = (seriesId: string): string | undefined => series[Number(seriesId)]?.id;
  const place = series.findIndex(({ id }) => id === pointed);
  const tooltip = useMemo(
    () => ({ places, series, exact, total, pointed, line: true }),
    [places, series, exact, total, pointed],
  );
  return (
    <TooltipContent value={tooltip}>
      <LineChart
        height={props.height}
        hideLegend
        skipAnimation
        margin={plotMargin}
        grid={{ horizontal: true }}
        slots={slots}
        slotProps={{
          line: ({ seriesId }) => (series[Number(seriesId)]?.look.hatched ? { strokeDasharray: "5 4" } : {}),
        }}
        highlightedItem={place < 0 ? null : { type: "line", seriesId: String(place) }}
        onHighlightChange={(item) => setHovered(item ? idOf(item.seriesId) : undefined)}
        onAxisClick={(_, data) => data && onOpen?.(data.dataIndex, hovered)}
        xAxis={[
          {
            scaleType: "point",
            data: places.map((_, index) => index),
            valueFormatter: (index: number) => places[index]?.label ?? "",
            disableLine: true,
            disableTicks: true,
          },
        ]}
        yAxis={[{ ...valueAxis, min: 0, valueFormatter: props.format }]}
        series={series.map((entry, index) => ({
          id: String(index),
          data: [...entry.values],
          label: entry.label,
          color: entry.look.color,
          curve: "linear",
          showMark: places.length <= mostDots,
          shape: "circle",
          highlightScope: wholeSeries,
        }))}
        sx={[
          plotLook as object,
          {
            cursor: onOpen ? "pointer" : "default",
            "& .MuiLineChart-mark": { r: 2.5 },
          },
        ]}
      />
    </TooltipContent>
  );
}
