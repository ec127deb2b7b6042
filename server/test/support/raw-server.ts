import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A server that writes raw bytes instead of HTTP: each test sets the response to a complete request. */
export interface RawServer {
  port: number;
  url: string;
  /** Every connection since the start, including closed ones. */
  sockets: Socket[];
  /** Complete requests, as text. */
  requests: string[];
  /** Called with each complete request. */
  answer: (socket: Socket, request: string) => void;
  /** Currently open connections. */
  open(): number;
  stop(): Promise<void>;
}

/** `create` creates another kind of server (TLS) with the same behavior. */
export async function startRawServer(
  create: (serve: (socket: Socket) => void) => Server = createServer,
): Promise<RawServer> {
  const serve = (socket: Socket): void => {
    raw.sockets.push(socket);
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      for (;;) {
        const end = text.indexOf("\r\n\r\n") + 4;
        const length = Number(/content-length: (\d+)/.exec(text.slice(0, Math.max(end, 0)))?.[1] ?? 0);
        if (end < 4 || text.length < end + length) return;
        const request = text.slice(0, end + length);
        text = text.slice(end + length);
        raw.requests.push(request);
        raw.answer(socket, request);
      }
    });
  };
  const server = create(serve);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const raw: RawServer = {
    port,
    url: `http://127.0.0.1:${port}`,
    sockets: [],
    requests: [],
    answer: (socket) => socket.write(wholeAnswer("hello")),
    open: () => raw.sockets.filter((socket) => !socket.destroyed).length,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of raw.sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
  return raw;
}

/** A response with a length; `more` are lines of its head. */
export function wholeAnswer(body: string | Buffer, more = ""): Buffer {
  const bytes = Buffer.from(body as string);
  return Buffer.concat([
    Buffer.from(`HTTP/1.1 200 OK\r\n${more}content-length: ${bytes.length}\r\n\r\n`),
    bytes,
  ]);
}
