import {
  averageFirstToken,
  averageLatency,
  errorCount,
  type FigureColumns,
  figureNames,
  type Figures,
} from "@tollgate/contract/figures";

/** What a chart of usage shows. `quota` is money; `latency` and `first_token` are averages in milliseconds. */
export const usageMetrics = ["quota", "requests", "tokens", "errors", "latency", "first_token"] as const;
export type UsageMetric = (typeof usageMetrics)[number];

const values: Record<UsageMetric, (sums: Figures) => number | undefined> = {
  quota: ({ quota }) => quota,
  requests: ({ requests }) => requests,
  tokens: ({ prompt_tokens, completion_tokens }) => prompt_tokens + completion_tokens,
  errors: errorCount,
  latency: averageLatency,
  first_token: averageFirstToken,
};

/** A metric of sums; undefined for an average of nothing. */
export function metricOf(metric: UsageMetric, sums: Figures): number | undefined {
  return values[metric](sums);
}

/** True if values of the metric add up over groups and time. */
export const addsUp = (metric: UsageMetric): boolean => metric !== "latency" && metric !== "first_token";

/** The figures of one span. */
export function figuresAt(columns: FigureColumns, index: number): Figures {
  return Object.fromEntries(figureNames.map((name) => [name, columns[name][index] ?? 0])) as Figures;
}

/** Sums of figures, field by field. */
export function addFigures(parts: readonly Figures[]): Figures {
  return Object.fromEntries(
    figureNames.map((name) => [name, parts.reduce((sum, part) => sum + part[name], 0)]),
  ) as Figures;
}

/** Sums of columns, span by span. */
export function addColumns(parts: readonly FigureColumns[], length: number): FigureColumns {
  return Object.fromEntries(
    figureNames.map((name) => [
      name,
      Array.from({ length }, (_, index) => parts.reduce((sum, part) => sum + (part[name][index] ?? 0), 0)),
    ]),
  ) as FigureColumns;
}
