import type { LogQuestion } from "./log-questions.ts";

/** Milliseconds that each view may take at the server, and how a channel does. */
const viewMost = 300;
const healthMost = 1000;
const ranges = ["24h", "7d", "30d", "90d"];
const groupings = ["none", "model", "owner", "provider", "channel", "user", "group", "token"];
/** Zones of the questions: days of neither begin with a day in UTC. */
export const figureZones = ["Asia/Shanghai", "Asia/Kolkata"];

/** Every view of dashboard, analytics and pulse. */
export function figureQuestions(): LogQuestion[] {
  const questions: LogQuestion[] = [];
  const send = (caller: LogQuestion["caller"], what: string, target: string, most = viewMost): void => {
    questions.push({ caller, what, target, most });
  };
  for (const zone of figureZones)
    for (const range of ranges) {
      const query = `range=${range}&time_zone=${zone}`;
      const of = `${range} in ${zone}`;
      send("root", `totals, ${of}`, `/api/analytics/totals?${query}`);
      for (const by of groupings) send("root", `by ${by}, ${of}`, `/api/analytics/series?${query}&by=${by}`);
      send("root", `growth, ${of}`, `/api/analytics/growth?${query}`);
      for (const caller of ["heavy", "light"] as const) {
        send(caller, `totals, ${of}`, `/api/analytics/self/totals?${query}`);
        for (const by of ["none", "model", "token"])
          send(caller, `by ${by}, ${of}`, `/api/analytics/self/series?${query}&by=${by}`);
      }
    }
  send("root", "overview", "/api/analytics/overview");
  send("root", "pulse", "/api/pulse");
  send(
    "root",
    "health of 100 channels",
    `/api/channel/health?ids=${Array.from({ length: 100 }, (_, i) => i + 1).join()}`,
    healthMost,
  );
  send("root", "health of one channel, 30 days", "/api/channel/7/health?range=30d", healthMost);
  send("heavy", "burn rate", "/api/analytics/self/burn-rate");
  return questions;
}
