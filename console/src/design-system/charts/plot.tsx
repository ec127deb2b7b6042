import { BarPlot } from "./bar-plot";
import type { PlotProps } from "./chart-series";
import { LinePlot } from "./line-plot";

/** The only import of the chart library: lazy importers fetch it with the first chart. */
export function Plot({ kind, ...props }: PlotProps & { kind: "bar" | "line" }) {
  return kind === "bar" ? <BarPlot {...props} /> : <LinePlot {...props} />;
}
