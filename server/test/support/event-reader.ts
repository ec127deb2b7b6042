import type { EventName } from "@tollgate/contract/events";
import { type IncomingMessage, request } from "node:http";

export interface ReceivedEvent {
  name: EventName;
  data: unknown;
}

/** The browser's end of an event stream. */
export interface EventReader {
  status: number;
  headers: IncomingMessage["headers"];
  events: ReceivedEvent[];
  /** Everything received, as text. */
  readonly text: string;
  /** Resolves when the server has ended or aborted the response. */
  ended: Promise<"ended" | "broken">;
  /** Stops reading bytes. */
  pause(): void;
  /** Resolves with the next unread event of a name, within 15 seconds: servers beside other suites may be slow. */
  next(name: EventName): Promise<ReceivedEvent>;
  close(): void;
}

/** Opens a stream with the cookie of a session; resolves with the response headers. */
export function readEvents(
  url: string,
  session: string,
  { topics = "account", headers = {} }: { topics?: string; headers?: Record<string, string> } = {},
): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const query = topics === "" ? "" : `?${new URLSearchParams({ topics }).toString()}`;
    const sent = request(
      `${url}/api/events${query}`,
      { agent: false, headers: { cookie: `session=${session}`, ...headers } },
      (response) => resolve(follow(response)),
    );
    sent.on("error", reject);
    sent.end();
  });
}

function follow(response: IncomingMessage): EventReader {
  const events: ReceivedEvent[] = [];
  const taken = new Map<EventName, number>();
  let text = "";
  let read = 0;
  response.setEncoding("utf8");
  response.on("data", (piece: string) => {
    text += piece;
    for (let end = text.indexOf("\n\n", read); end >= 0; end = text.indexOf("\n\n", read)) {
      const match = /event: (.*)\ndata: (.*)/.exec(text.slice(read, end));
      if (match) events.push({ name: match[1] as EventName, data: JSON.parse(match[2] ?? "") });
      read = end + 2;
    }
  });
  const ended = new Promise<"ended" | "broken">((resolve) => {
    response.on("end", () => resolve("ended"));
    response.on("error", () => resolve("broken"));
  });
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    get text() {
      return text;
    },
    ended,
    pause: () => void response.pause(),
    async next(name) {
      const place = taken.get(name) ?? 0;
      taken.set(name, place + 1);
      for (let wait = 0; wait < 1500; wait++) {
        const found = events.filter((event) => event.name === name)[place];
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      throw new Error(`no event ${name}: ${JSON.stringify(events)}`);
    },
    close: () => response.destroy(),
  };
}
