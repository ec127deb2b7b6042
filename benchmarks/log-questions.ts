import type { SeededLogs } from "./seed-logs.ts";

export interface LogQuestion {
  caller: "root" | "heavy" | "light";
  what: string;
  target: string;
  /** Milliseconds that its 95th percentile may take. */
  most: number;
}

const pageMost = 300;
const sumMost = 1000;
const day = 86_400;

/** Each filter with many, few and no matches, for the last week (the console's default) and unbounded. */
const filters: Record<string, string> = {
  "no filter": "",
  "type top-up": "log_type=1",
  "a common model": "model_name=vendor/model-11",
  "a rare model": "model_name=rare-model",
  "a model that is not there": "model_name=no-such-model",
  "a common token": "token_name=production",
  "a rare token": "token_name=laptop-999",
  "models that begin so": "model_name=vendor/model-1*",
  "tokens that begin so": "token_name=lap*",
  "failed calls": "outcome=failed",
  "calls that succeeded": "outcome=succeeded",
  "cut calls, which are not there": "outcome=cut",
  "failed calls of a model": "outcome=failed&model_name=vendor/model-11",
  "a word that is common": "keyword=model-11",
  "a word that is not there": "keyword=no-such-word",
};
const rootFilters: Record<string, string> = {
  "a heavy user": "username=user-0",
  "a light user": "username=user-999",
  "a channel": "channel_id=10",
  "a channel that is not there": "channel_id=9999",
  "a common address": "source_ip=198.51.0.0",
  "a rare address": "source_ip=198.51.3.231",
  "users that begin so": "username=user-99*",
  "failed calls of a channel": "outcome=failed&channel_id=10",
  "failed calls of a heavy user": "outcome=failed&username=user-0",
  "a light user and a channel": "username=user-999&channel_id=10",
};

/** All queries of the log and dashboard screens. */
export function logQuestions(seeded: SeededLogs): LogQuestion[] {
  const now = Math.floor(Date.now() / 1000);
  const week = `start_timestamp=${now - 7 * day}`;
  const middle = `start_timestamp=${now - 40 * day}&end_timestamp=${now - 39 * day}`;
  const questions: LogQuestion[] = [];
  for (const caller of ["root", "heavy", "light"] as const) {
    const own = caller === "root" ? "" : "self";
    const list = (what: string, ...query: string[]): void => {
      questions.push({ caller, what, target: `/api/log/${own}?size=20&${query.join("&")}`, most: pageMost });
    };
    const sum = (what: string, ...query: string[]): void => {
      const target = `/api/log/${own}${own && "/"}stat?${query.join("&")}`;
      questions.push({ caller, what: `sum, ${what}`, target, most: sumMost });
    };
    const all = Object.entries({ ...filters, ...(caller === "root" && rootFilters) });
    for (const [what, filter] of all) {
      list(`page of a week, ${what}`, week, filter);
      list(`page of all time, ${what}`, filter);
    }
    list("page by request id", `request_id=${seeded.requestId}`);
    list("page of one day long ago", middle);
    list("second page of a week", week, "page=2");
    list("page 500 of a week", week, "page=500");
    list("page 500 of all time, the oldest first", "page=500&order=created_at");
    for (const [what, filter] of all) {
      if (filter.startsWith("log_type") || filter.startsWith("keyword")) continue;
      sum(`a week, ${what}`, week, filter);
      sum(`all time, ${what}`, filter);
    }
    const names = (field: string, text: string): void => {
      const target = `/api/log/${own}${own && "/"}names?field=${field}&text=${text}`;
      questions.push({ caller, what: `names of a ${field}`, target, most: pageMost });
    };
    names("model", "model-1");
    names("token", "lap");
    if (caller === "root") names("user", "user-9");
    questions.push({ caller, what: "dashboard", target: "/api/user/dashboard?offset=60", most: sumMost });
  }
  return questions;
}
