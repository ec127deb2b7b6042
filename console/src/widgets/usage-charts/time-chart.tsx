import Box from "@mui/material/Box";
import Skeleton from "@mui/material/Skeleton";
import Typography from "@mui/material/Typography";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { ChartLegend } from "../../design-system/charts/chart-legend";
import type { ChartPlace, ChartSeries } from "../../design-system/charts/chart-series";
import { ChartTable } from "../../design-system/charts/chart-table";
import type { Plot as PlotType } from "../../design-system/charts/plot";
import { ErrorState } from "../../design-system/error-state/error-state";
import { lazyPart } from "../../design-system/lazy-part/lazy-part";
import { useDesignTexts } from "../../design-system/texts/design-texts";
import { PlotBox } from "./plot-box";

/** The code of charts, once it has been fetched. */
let loadedPlot: typeof PlotType | undefined;
const loadPlot = async () => (loadedPlot ??= (await import("../../design-system/charts/plot")).Plot);
const LazyPlot = lazyPart(loadPlot);

/** Fetches the code of charts beside that of a page that begins with one; a failure shows in the chart's place. */
export function prefetchPlot(): void {
  void loadPlot().catch(() => undefined);
}

export interface TimeChartProps {
  /** Names the table. */
  title: string;
  asTable: boolean;
  kind: "bar" | "line";
  /** Undefined while loading. */
  places: readonly ChartPlace[] | undefined;
  /** Undefined while loading; none: nothing happened. */
  series: readonly ChartSeries[] | undefined;
  /** A number of the axis, short. */
  format: (value: number) => string;
  /** True for counts: the axis has no halves. */
  integers: boolean;
  /** A number of hovers and the table, whole. */
  exact: (value: number) => string;
  /** True if the values of a place add up. */
  addsUp: boolean;
  /** Shown instead of an empty chart. */
  empty: ReactNode;
  error?: string | undefined;
  onRetry?: () => void;
  /** The address that lists what a value counts. */
  hrefOf?: ((index: number, series: string | undefined) => string | undefined) | undefined;
  /** The number beside a name of the legend. */
  figureOf?: ((series: ChartSeries) => string | undefined) | undefined;
  /** A name of the legend was pressed. */
  onChoose?: ((id: string) => void) | undefined;
  canChoose?: ((id: string) => boolean) | undefined;
  height?: number;
  /** Fills the page's column, so that its width is known before the page is laid out. */
  wide?: boolean;
  /** Begins below the fold: the plot comes right after the rest of a new page. */
  later?: boolean;
}

/** Of the legend in one line, so that little moves when the numbers come. */
const legendHeight = 40;

/** A chart over time in every state, or its numbers as a table. Its code comes only when there is something to draw. */
export function TimeChart(props: TimeChartProps) {
  const { t } = useTranslation("usage-charts");
  const texts = useDesignTexts();
  const navigate = useNavigate();
  const [focus, setFocus] = useState<string>();
  // A lazy part shows its fallback first, at least for 300 ms, even if its code is there.
  const [Plot] = useState(() => loadedPlot ?? LazyPlot);
  const { places, series, hrefOf, height = 240 } = props;
  // Without a neighboring chart there is no height to match.
  const place = {
    display: "grid",
    placeItems: "center",
    height: { xs: "auto", md: height + legendHeight },
    py: { xs: 4, md: 0 },
  } as const;
  if (props.error !== undefined && (!series || !places))
    return (
      <Box sx={place}>
        <ErrorState
          title={texts.loadFailed}
          message={props.error}
          {...(props.onRetry && { onRetry: props.onRetry })}
        />
      </Box>
    );
  if (!series || !places) return <ChartSkeleton height={height + legendHeight} />;
  if (series.length === 0)
    return (
      <Box sx={place}>
        <Typography
          variant="body2"
          component="div"
          sx={{ color: "text.secondary", px: 3, textAlign: "center", textWrap: "balance" }}
        >
          {props.empty}
        </Typography>
      </Box>
    );
  const total = props.addsUp ? t("total") : undefined;
  if (props.asTable)
    return (
      <ChartTable
        label={props.title}
        placesLabel={t("time")}
        places={places}
        series={series}
        exact={props.exact}
        total={total}
        hrefOf={hrefOf}
        height={height + legendHeight}
      />
    );
  return (
    <Box sx={{ pb: 1.5 }}>
      <PlotBox height={height} wide={props.wide} later={props.later}>
        {(width) => (
          <Suspense fallback={null}>
            <Plot
              width={width}
              kind={props.kind}
              places={places}
              series={series}
              height={height}
              format={props.format}
              integers={props.integers}
              exact={props.exact}
              total={total}
              focus={focus}
              onOpen={
                hrefOf &&
                ((index, id) => {
                  const href = hrefOf(index, id);
                  if (href !== undefined) void navigate(href);
                })
              }
            />
          </Suspense>
        )}
      </PlotBox>
      {(series.length > 1 || props.figureOf) && (
        <ChartLegend
          series={series}
          line={props.kind === "line"}
          figureOf={props.figureOf}
          onPoint={setFocus}
          onChoose={props.onChoose}
          canChoose={props.canChoose}
        />
      )}
    </Box>
  );
}

function ChartSkeleton({ height }: { height: number }) {
  const heights = [38, 62, 45, 80, 55, 92, 70];
  return (
    <Box aria-busy sx={{ display: "flex", alignItems: "flex-end", gap: 3, height, px: 4, pb: 6, pt: 2 }}>
      {heights.map((part) => (
        <Skeleton key={part} variant="rounded" sx={{ flex: 1, height: `${part}%` }} />
      ))}
    </Box>
  );
}
