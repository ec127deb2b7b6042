import { BarChart } from "@mui/x-charts/BarChart";
import { useLanguage } from "../../lib/i18n/use-language";
import { languageTag } from "../../lib/i18n/languages";

export interface UsageChartProps {
  /** `YYYY-MM-DD` */
  days: string[];
  series: { label: string; color: string; values: number[] }[];
  height: number;
  format: (value: number) => string;
  /** A value of the axis, whose steps may be finer than what `format` shows. */
  formatAxis: (value: number) => string;
}

/** Stacked bars per day. Values show on hover; days without a model's usage leave it out there. */
export function UsageChart(props: UsageChartProps) {
  const { language } = useLanguage();
  const weekday = new Intl.DateTimeFormat(languageTag(language), { weekday: "short" });
  const dayName = (day: string): string => {
    const date = new Date(`${day}T12:00:00`);
    return `${weekday.format(date)} ${date.getMonth() + 1}/${date.getDate()}`;
  };
  return (
    <BarChart
      height={props.height}
      hideLegend
      skipAnimation
      borderRadius={3}
      margin={{ left: 8, right: 20, top: 12, bottom: 4 }}
      grid={{ horizontal: true }}
      xAxis={[
        {
          scaleType: "band",
          data: props.days,
          valueFormatter: dayName,
          categoryGapRatio: 0.45,
          disableLine: true,
          disableTicks: true,
        },
      ]}
      yAxis={[
        { valueFormatter: props.formatAxis, width: 72, disableLine: true, disableTicks: true, tickNumber: 4 },
      ]}
      series={props.series.map((entry, index) => ({
        id: String(index),
        data: entry.values.map((value) => (value === 0 ? null : value)),
        label: entry.label,
        color: entry.color,
        stack: "all",
        valueFormatter: (value: number | null) => (value === null ? null : props.format(value)),
      }))}
      sx={(theme) => ({
        "& .MuiChartsGrid-line": { stroke: theme.palette.divider },
        "& .MuiChartsAxis-tickLabel": {
          fill: `${theme.palette.text.secondary} !important`,
          fontSize: "12px !important",
        },
      })}
    />
  );
}
