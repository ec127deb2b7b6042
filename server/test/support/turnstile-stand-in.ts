import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface TurnstileStandIn {
  url: string;
  /** Calls, oldest first. */
  calls: { secret: string; response: string; remoteip: string }[];
  /** Responses to the next calls; default: `good-…` tokens pass once, each. */
  answer: "judge" | "error" | "nonsense";
  /** Hostname of the page with the widget. */
  hostname: string;
  stop(): Promise<void>;
}

/** A widget that passes every visitor immediately, with the functions that the page uses. */
const script = `
window.turnstile = {
  render(place, options) {
    const box = typeof place === "string" ? document.querySelector(place) : place;
    box.textContent = "Stand-in check";
    let count = 0;
    const pass = () => { count += 1; options.callback("good-" + Date.now() + "-" + count); };
    setTimeout(pass, 0);
    window.turnstilePass = pass;
    return "widget";
  },
  reset() { setTimeout(() => window.turnstilePass(), 0); },
  remove() {},
};
`;

/** The parts of challenges.cloudflare.com in use: token verification, and the widget's script. */
export async function startTurnstileStandIn(): Promise<TurnstileStandIn> {
  const used = new Set<string>();
  const server = createServer((request, response) => {
    if (request.method === "GET") {
      response.setHeader("content-type", "text/javascript").end(script);
      return;
    }
    let body = "";
    request.on("data", (piece) => (body += String(piece)));
    request.on("end", () => {
      const form = new URLSearchParams(body);
      const answer = form.get("response") ?? "";
      standIn.calls.push({
        secret: form.get("secret") ?? "",
        response: answer,
        remoteip: form.get("remoteip") ?? "",
      });
      if (standIn.answer === "error") response.statusCode = 500;
      if (standIn.answer === "nonsense") {
        response.end("<html>");
        return;
      }
      const success = answer.startsWith("good-") && !used.has(answer);
      used.add(answer);
      const verdict = { success, hostname: standIn.hostname };
      response.setHeader("content-type", "application/json").end(JSON.stringify(verdict));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const standIn: TurnstileStandIn = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls: [],
    answer: "judge",
    hostname: "localhost",
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return standIn;
}
