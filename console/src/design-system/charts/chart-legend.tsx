import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import type { ChartSeries } from "./chart-series";
import { SeriesSwatch } from "./series-swatch";

interface ChartLegendProps {
  series: readonly ChartSeries[];
  line?: boolean;
  /** The value of the whole range, beside the name. */
  figureOf?: ((series: ChartSeries) => string | undefined) | undefined;
  /** Called when the pointer enters or leaves a name. */
  onPoint: (id: string | undefined) => void;
  /**
   * Called when a name is clicked; without it, names are plain text. `canChoose` returns false for names that are not
   * clickable.
   */
  onChoose?: ((id: string) => void) | undefined;
  canChoose?: ((id: string) => boolean) | undefined;
}

/** Names of the series with their signs; hovering one highlights it in the plot. */
export function ChartLegend(props: ChartLegendProps) {
  const { onChoose, canChoose = () => true } = props;
  return (
    <Box
      component="ul"
      sx={{ display: "flex", flexWrap: "wrap", columnGap: 0.5, rowGap: 0, m: 0, px: 1.75, listStyle: "none" }}
    >
      {props.series.map((entry) => {
        const figure = props.figureOf?.(entry);
        const words = (
          <>
            <SeriesSwatch look={entry.look} line={props.line ?? false} />
            <Box
              component="span"
              sx={{ minWidth: 0, overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" }}
            >
              {entry.label}
            </Box>
            {figure !== undefined && (
              <Box
                component="span"
                sx={{ color: "text.primary", fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap" }}
              >
                {figure}
              </Box>
            )}
          </>
        );
        const look = {
          display: "flex",
          alignItems: "center",
          gap: 0.75,
          px: 0.75,
          py: 0.5,
          maxWidth: 1,
          borderRadius: 0.75,
          fontSize: 12,
          lineHeight: "16px",
          color: "text.secondary",
        } as const;
        return (
          <Box
            component="li"
            key={entry.id}
            onMouseEnter={() => props.onPoint(entry.id)}
            onMouseLeave={() => props.onPoint(undefined)}
            sx={{ minWidth: 0, maxWidth: 1 }}
          >
            {onChoose && canChoose(entry.id) ? (
              <ButtonBase
                onClick={() => onChoose(entry.id)}
                onFocus={() => props.onPoint(entry.id)}
                onBlur={() => props.onPoint(undefined)}
                sx={[look, { "&:hover": { bgcolor: "action.hover" } }]}
              >
                {words}
              </ButtonBase>
            ) : (
              <Box sx={look}>{words}</Box>
            )}
          </Box>
        );
      })}
    </Box>
  );
}
