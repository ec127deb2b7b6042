import { LineChart } from "@mui/x-charts/LineChart";
import { useMemo, useState } from "react";
import type { PlotProps } from "./chart-series";
import { labelGap, plotLook, plotMargin, valueAxis } from "./plot-look";
import { PlotTooltip, TooltipContent } from "./plot-tooltip";

const slots = { tooltip: PlotTooltip };
const wholeSeries = { highlight: "series", fade: "global" } as const;
/** Up to so many places each value has a dot. */
const mostDots = 14;

/** True where a value has no neighbor to draw a line to. */
function standsAlone(values: readonly (number | null)[], index: number): boolean {
  return (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;
}

/** Lines over time. Missing values interrupt their line. */
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
        width={props.width}
        height={props.height}
        hideLegend
        disableKeyboardNavigation
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
            // As bars have it, so that charts below each other have the same places.
            scaleType: "band",
            data: places.map((_, index) => index),
            valueFormatter: (index: number) => places[index]?.label ?? "",
            tickLabelMinGap: labelGap,
            disableLine: true,
            disableTicks: true,
          },
        ]}
        yAxis={[{ ...valueAxis(props), min: 0 }]}
        series={series.map((entry, index) => ({
          id: String(index),
          data: [...entry.values],
          label: entry.label,
          color: entry.look.color,
          curve: "linear",
          showMark: ({ index }) => places.length <= mostDots || standsAlone(entry.values, index),
          shape: "circle",
          highlightScope: wholeSeries,
        }))}
        sx={[
          plotLook as object,
          {
            cursor: onOpen ? "pointer" : "default",
            "& .MuiLineChart-mark": { r: 2.5 },
            "& .MuiLineChart-line": { strokeWidth: places.length > mostDots ? 1.5 : 2 },
          },
        ]}
      />
    </TooltipContent>
  );
}
