import BarChartIcon from "@mui/icons-material/BarChart";
import TableRowsIcon from "@mui/icons-material/TableRowsOutlined";
import Box from "@mui/material/Box";
import IconButton from "@mui/material/IconButton";
import Tooltip from "@mui/material/Tooltip";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChartCard } from "../../design-system/chart-card/chart-card";
import { TimeChart, type TimeChartProps } from "./time-chart";

export interface TimeChartCardProps extends Omit<TimeChartProps, "asTable"> {
  /** The number of the whole range, below the title. */
  figure?: ReactNode;
  /** A switch at the right of the title. */
  action?: ReactNode;
}

/** A chart over time in a card of its own, with its numbers as a table behind a button. */
export function TimeChartCard({ figure, action, ...chart }: TimeChartCardProps) {
  const [asTable, setAsTable] = useState(false);
  const filled = chart.series !== undefined && chart.series.length > 0;
  return (
    <ChartCard
      title={chart.title}
      description={figure}
      action={
        <Box sx={{ display: "flex", alignItems: "center", gap: 1, flexShrink: 0 }}>
          {action}
          {filled && <TableSwitch title={chart.title} asTable={asTable} onChange={setAsTable} />}
        </Box>
      }
    >
      <TimeChart {...chart} asTable={asTable} />
    </ChartCard>
  );
}

interface TableSwitchProps {
  /** Of the chart. */
  title: string;
  asTable: boolean;
  onChange: (asTable: boolean) => void;
}

/** Shows a chart's numbers as a table, and back. */
export function TableSwitch({ title, asTable, onChange }: TableSwitchProps) {
  const { t } = useTranslation("usage-charts");
  return (
    <Tooltip title={t(asTable ? "chart" : "table")}>
      <IconButton
        size="small"
        aria-label={t(asTable ? "chart_of" : "table_of", { title })}
        onClick={() => onChange(!asTable)}
        sx={{ color: "text.secondary" }}
      >
        {asTable ? <BarChartIcon fontSize="small" /> : <TableRowsIcon fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
