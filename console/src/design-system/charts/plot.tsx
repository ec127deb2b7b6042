import { BarPlot } from "./bar-plot";
import type { PlotProps } from "./chart-series";
import { LinePlot } from "./line-plot";

/** The one door to the chart library: anyone who imports it lazily fetches the library with the first chart. */
export function Plot({ kind, ...props }: PlotProps & { kind: "bar" | "line" }) {
  return kind === "bar" ? <BarPlot {...props} /> : <LinePlot {...props} />;
}
