import { WebSocket } from "ws";

/** An event that a realtime caller received, parsed. */
export interface HeardEvent {
  type: string;
  error?: { code: string; message: string; param: string | null; event_id: string | null };
  [field: string]: unknown;
}

/** A caller with an open realtime socket at the gateway. */
export interface RealtimeCaller {
  heard: HeardEvent[];
  /** Sends an object as JSON, a text unchanged. */
  send(event: object | string): void;
  /** Resolves with the `times`th event of the type; rejects if the socket closes first. */
  until(type: string, times?: number): Promise<HeardEvent>;
  /** Close code and reason. */
  closed: Promise<[number, string]>;
  /** Closes the socket and waits for the close. */
  leave(): Promise<void>;
}

/** Opens a session for a model at the gateway at `url`. */
export async function callRealtime(url: string, key: string, model: string): Promise<RealtimeCaller> {
  const address = `${url.replace("http", "ws")}/v1/realtime?model=${model}`;
  const socket = new WebSocket(address, ["realtime"], { headers: { authorization: `Bearer ${key}` } });
  const heard: HeardEvent[] = [];
  const looks = new Set<() => void>();
  const lookAll = (): void => {
    for (const look of looks) look();
  };
  let closeCode: number | undefined;
  socket.on("message", (data) => {
    heard.push(JSON.parse((data as Buffer).toString("utf8")) as HeardEvent);
    lookAll();
  });
  const closed = new Promise<[number, string]>((resolve) =>
    socket.on("close", (code, reason) => {
      closeCode = code;
      resolve([code, reason.toString()]);
      lookAll();
    }),
  );
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  return {
    heard,
    send: (event) => socket.send(typeof event === "string" ? event : JSON.stringify(event)),
    until: (type, times = 1) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = heard.filter((event) => event.type === type)[times - 1];
          if (!found && closeCode === undefined) return;
          looks.delete(look);
          if (found) resolve(found);
          else reject(new Error(`closed (${closeCode}) before '${type}': ${JSON.stringify(heard)}`));
        };
        looks.add(look);
        look();
      }),
    closed,
    async leave() {
      socket.close();
      await closed;
    },
  };
}
