import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";
import { Change } from "./change";

interface ChartFigureProps {
  value: ReactNode;
  current: number | undefined;
  /** Of the previous period. */
  previous: number | undefined;
  /** The value before, as it is written. */
  before: string;
  note?: ReactNode;
}

/** The number that a chart is about, below its title, and how it changed. */
export function ChartFigure({ value, current, previous, before, note }: ChartFigureProps) {
  return (
    <>
      <Box sx={{ display: "flex", alignItems: "baseline", gap: 1, minHeight: 28 }}>
        <Typography
          component="span"
          sx={{
            fontSize: 20,
            lineHeight: "28px",
            fontWeight: 500,
            letterSpacing: "-0.015em",
            color: "text.primary",
          }}
        >
          {value}
        </Typography>
        <Change current={current} previous={previous} before={before} />
      </Box>
      {note !== undefined && <Box sx={{ minHeight: 20 }}>{note}</Box>}
    </>
  );
}
