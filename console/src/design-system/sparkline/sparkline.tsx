import Box from "@mui/material/Box";

export interface SparklineProps {
  values: readonly number[];
  /** Text alternative for screen readers. */
  label: string;
  width?: number;
  height?: number;
}

/** A few numbers as a line; small enough not to need the chart library. */
export function Sparkline(props: SparklineProps) {
  const width = props.width ?? 96;
  const height = props.height ?? 32;
  const top = Math.max(...props.values, 1);
  const step = width / Math.max(props.values.length - 1, 1);
  // Two pixels of padding, so that the line is not clipped at its extremes.
  const points = props.values.map((value, index): [number, number] => [
    index * step,
    height - 2 - (value / top) * (height - 4),
  ]);
  const line = points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" ");
  const [endX, endY] = points.at(-1) ?? [0, height - 2];
  return (
    <Box
      component="svg"
      role="img"
      aria-label={props.label}
      viewBox={`-2 0 ${width + 6} ${height}`}
      sx={{ width, height, flexShrink: 0, color: "primary.main", overflow: "visible" }}
    >
      <polygon points={`0,${height} ${line} ${width},${height}`} fill="currentColor" opacity={0.08} />
      <polyline points={line} fill="none" stroke="currentColor" strokeWidth={1.5} strokeLinejoin="round" />
      <circle cx={endX} cy={endY} r={2.5} fill="currentColor" />
    </Box>
  );
}
