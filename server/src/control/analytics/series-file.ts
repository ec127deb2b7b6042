import type { UsageSeries } from "@tollgate/contract/analytics";
import { csvLine } from "@tollgate/contract/csv-cell";
import type { FileAnswer } from "@tollgate/contract/endpoint";
import { type FigureColumns, figureNames } from "@tollgate/contract/figures";

const header = ["start", "end", "key", "name", "cost_usd", ...figureNames];

/**
 * A series as CSV: a line for each span and group, without those that have no calls. `quotaPerUnit`: quota of one
 * dollar.
 */
export function seriesFile(series: UsageSeries, quotaPerUnit: number): FileAnswer {
  const groups: { key: string; name: string; values: FigureColumns }[] =
    series.groups.length === 0 && !series.other
      ? [{ key: "", name: "total", values: series.values }]
      : series.groups.map(({ key, label, values }) => ({ key, name: label, values }));
  if (series.other) groups.push({ key: "", name: "other", values: series.other.values });

  function* lines(): Generator<string> {
    // Excel reads UTF-8 only after a byte order mark.
    yield `\uFEFF${csvLine(header)}`;
    for (const [at, start] of series.starts.entries()) {
      const end = series.starts[at + 1] ?? series.period.end;
      for (const { key, name, values } of groups) {
        if (!values.requests[at]) continue;
        const sums = figureNames.map((figure) => values[figure][at] ?? 0);
        const dollars = (values.quota[at] ?? 0) / quotaPerUnit;
        yield csvLine([timeOf(start), timeOf(end), key, name, dollars, ...sums]);
      }
    }
  }
  async function* chunks(): AsyncGenerator<string> {
    yield [...lines()].join("");
  }
  const day = timeOf(series.period.start).slice(0, 10);
  return { mediaType: "text/csv", name: `tollgate-usage-${day}.csv`, chunks: chunks() };
}

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace(".000Z", "Z");
