import type { LoadResult } from "./measure.ts";
import { median } from "./statistics.ts";

/** What one contender did in one scenario, round by round. */
export interface Row {
  scenario: string;
  contender: string;
  rounds: LoadResult[];
}

type Pick = (result: LoadResult) => number;
interface Column {
  head: string;
  /** `of` gives the median of the row or of another contender of the same scenario; undefined where that one did not run. */
  value(of: (pick: Pick, contender?: string) => number | undefined): string | number | undefined;
}

const share = (pick: Pick): Column => ({
  head: "of bare",
  value(of) {
    const bare = of(pick, "bare");
    return bare === undefined ? "" : ((of(pick) ?? 0) / bare).toFixed(2);
  },
});
const plain = (head: string, pick: Pick): Column => ({ head, value: (of) => of(pick) });
/** Above what the same load finds without anything in between. */
const added: Column = {
  head: "added p50",
  value(of) {
    const direct = of((r) => r.p50, "direct");
    return direct === undefined ? "" : ((of((r) => r.p50) ?? 0) - direct).toFixed(3);
  },
};

const columns: Column[] = [
  plain("answers/s", (r) => r.perSecond),
  share((r) => r.perSecond),
  plain("events/s", (r) => r.eventsPerSecond),
  plain("CPU µs", (r) => r.cpuMicros),
  share((r) => r.cpuMicros),
  { head: "load's CPU µs", value: (of) => of((r) => r.loadCpuMicros ?? Number.NaN) || "" },
  plain("p50 ms", (r) => r.p50),
  added,
  plain("p99", (r) => r.p99),
  plain("p99.9", (r) => r.p999),
  plain("first byte or event", (r) => r.firstP50),
  plain("longest gap", (r) => r.longestGap),
  plain("failed", (r) => r.failed),
];

/** One table a scenario; medians over the rounds. */
export function describeRows(rows: Row[]): string[] {
  return [...new Set(rows.map((row) => row.scenario))].flatMap((scenario) => {
    const own = rows.filter((row) => row.scenario === scenario);
    const of = (row: Row | undefined, pick: Pick): number | undefined => row && median(row.rounds.map(pick));
    return [
      "",
      `## ${scenario}`,
      "",
      `| contender | ${columns.map((column) => column.head).join(" | ")} |`,
      `|---|${"---|".repeat(columns.length)}`,
      ...own.map((row) => {
        const values = columns.map((column) =>
          column.value((pick, other) =>
            of(other === undefined ? row : own.find((one) => one.contender === other), pick),
          ),
        );
        return `| ${row.contender} | ${values.join(" | ")} |`;
      }),
    ];
  });
}
