import type { DashboardRow } from "@tollgate/contract/dashboard";

/** What a number on the dashboard counts. `quota` is money. */
export type Metric = "quota" | "requests" | "tokens";

export type Totals = Record<Metric, number>;

export interface ModelUsage extends Totals {
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** Milliseconds of a request that a channel took; undefined where none did. */
  averageTime: number | undefined;
  /** Part of the week's spend, 0 to 1. */
  share: number;
}

export interface UsageSeries {
  /** Undefined for what is left beside the largest models. */
  model: string | undefined;
  /** One value per day of `days`. */
  values: Totals[];
}

export interface UsageSummary {
  /** The last seven days, `YYYY-MM-DD`, today last. */
  days: string[];
  perDay: Totals[];
  today: Totals;
  yesterday: Totals;
  /** By spend, largest first. */
  models: ModelUsage[];
  /** At most `seriesMost` models and one for the rest; the same models for every metric, so that colours stay. */
  series: UsageSeries[];
}

export const seriesMost = 8;

const noUsage = (): Totals => ({ quota: 0, requests: 0, tokens: 0 });

function add(totals: Totals, row: DashboardRow): void {
  totals.quota += row.Quota;
  totals.requests += row.RequestCount;
  totals.tokens += row.PromptTokens + row.CompletionTokens;
}

/** `YYYY-MM-DD` of a moment in the viewer's zone. */
export function dayOf(moment: Date): string {
  const two = (value: number): string => String(value).padStart(2, "0");
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** The seven days that end with `now`'s. Counted by calendar, since days around a clock change are not 24 hours long. */
export function lastSevenDays(now: Date): string[] {
  return Array.from({ length: 7 }, (_, index) =>
    dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 6 + index, 12)),
  );
}

/** Rows by day and model → what the dashboard shows. Rows before the seven days are left out. */
export function summarizeUsage(rows: readonly DashboardRow[], now: Date): UsageSummary {
  const days = lastSevenDays(now);
  const indexOfDay = new Map(days.map((day, index) => [day, index]));
  const perDay = days.map(noUsage);
  const byModel = new Map<
    string,
    { values: Totals[]; totals: Totals; input: number; output: number; time: number; timed: number }
  >();
  for (const row of rows) {
    const day = indexOfDay.get(row.Date.slice(0, 10));
    const onDay = day === undefined ? undefined : perDay[day];
    if (day === undefined || !onDay) continue;
    add(onDay, row);
    const model = byModel.get(row.ModelName) ?? {
      values: days.map(noUsage),
      totals: noUsage(),
      input: 0,
      output: 0,
      time: 0,
      timed: 0,
    };
    byModel.set(row.ModelName, model);
    const value = model.values[day];
    if (value) add(value, row);
    add(model.totals, row);
    model.input += row.PromptTokens;
    model.output += row.CompletionTokens;
    model.time += row.RequestTime;
    model.timed += row.TimedCount;
  }

  const sorted = [...byModel].sort(
    ([a, x], [b, y]) =>
      y.totals.quota - x.totals.quota || y.totals.requests - x.totals.requests || a.localeCompare(b),
  );
  const spend = perDay.reduce((sum, day) => sum + day.quota, 0);
  const series = sorted
    .slice(0, seriesMost)
    .map(([model, usage]): UsageSeries => ({ model, values: usage.values }));
  const rest = sorted.slice(seriesMost);
  if (rest.length > 0) {
    const values = days.map((_, day) => sumOf(rest.map(([, usage]) => usage.values[day] ?? noUsage())));
    series.push({ model: undefined, values });
  }
  return {
    days,
    perDay,
    today: perDay.at(-1) ?? noUsage(),
    yesterday: perDay.at(-2) ?? noUsage(),
    models: sorted.map(([model, usage]) => ({
      model,
      ...usage.totals,
      inputTokens: usage.input,
      outputTokens: usage.output,
      averageTime: usage.timed === 0 ? undefined : usage.time / usage.timed,
      share: spend === 0 ? 0 : usage.totals.quota / spend,
    })),
    series,
  };
}

function sumOf(parts: Totals[]): Totals {
  const sum = noUsage();
  for (const part of parts) {
    sum.quota += part.quota;
    sum.requests += part.requests;
    sum.tokens += part.tokens;
  }
  return sum;
}

/** Decimals that tell the steps of an axis up to `dollars` apart: cents, and more where a step is below a cent. */
export function axisDecimals(dollars: number): number {
  const step = dollars / 5;
  return step > 0 ? Math.min(6, Math.max(2, Math.ceil(-Math.log10(step)))) : 2;
}
