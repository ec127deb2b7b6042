import Box from "@mui/material/Box";
import { ChartsTooltipContainer, useAxesTooltip } from "@mui/x-charts/ChartsTooltip";
import { createContext, useContext } from "react";
import type { PlotProps } from "./chart-series";
import { SeriesSwatch } from "./series-swatch";

interface TooltipContent extends Pick<PlotProps, "places" | "series" | "exact" | "total"> {
  line: boolean;
  /** The series under the pointer. */
  pointed: string | undefined;
}

/** What the tooltip of a plot lists; a context, since the library makes the tooltip itself. */
export const TooltipContent = createContext<TooltipContent | undefined>(undefined);

/** Names and values at one place, largest first, with their sum. */
export function PlotTooltip() {
  return (
    <ChartsTooltipContainer trigger="axis">
      <Content />
    </ChartsTooltipContainer>
  );
}

function Content() {
  const content = useContext(TooltipContent);
  const index = useAxesTooltip()?.[0]?.dataIndex;
  const place = index === undefined ? undefined : content?.places[index];
  if (!content || index === undefined || !place) return null;
  const rows = content.series
    .map((series) => ({ series, value: series.values[index] ?? null }))
    .filter((row): row is typeof row & { value: number } => row.value !== null && row.value !== 0)
    .sort((a, b) => b.value - a.value);
  const sum = rows.reduce((total, { value }) => total + value, 0);
  const single = content.series.length === 1;
  return (
    <Box
      sx={{
        minWidth: 160,
        maxWidth: 340,
        p: 1.25,
        m: 1,
        border: 1,
        borderColor: "divider",
        borderRadius: 1,
        bgcolor: "background.paper",
        boxShadow: 4,
        fontSize: 12,
        lineHeight: "20px",
        fontVariantNumeric: "tabular-nums",
      }}
    >
      <Box sx={{ display: "flex", justifyContent: "space-between", gap: 3, fontWeight: 500 }}>
        <span>{place.title}</span>
        {(content.total !== undefined && !single) || rows.length === 0 ? (
          <span>{content.exact(sum)}</span>
        ) : null}
      </Box>
      {rows.map(({ series, value }) => (
        <Box
          key={series.id}
          sx={{
            display: "flex",
            alignItems: "center",
            gap: 0.75,
            color: content.pointed === series.id ? "text.primary" : "text.secondary",
            fontWeight: content.pointed === series.id ? 500 : 400,
          }}
        >
          <SeriesSwatch look={series.look} line={content.line} />
          <Box
            component="span"
            sx={{ flex: 1, minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
          >
            {series.label}
          </Box>
          <Box component="span" sx={{ pl: 2, color: "text.primary" }}>
            {content.exact(value)}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
