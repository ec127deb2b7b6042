import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A request to a stand-in. */
export interface StandInRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
}

/** `json`: a body as JSON. `redirect`: the browser's next URL. `hang`: no response. */
export type StandInReply =
  | { status?: number; json: unknown }
  | { redirect: string }
  | { status: number; text: string | Buffer; headers?: Record<string, string> }
  | "hang"
  | "cut";

export interface StandInServer {
  url: string;
  stop(): Promise<void>;
}

/** A third-party service on the loopback. */
export async function startStandInServer(
  answer: (request: StandInRequest) => StandInReply | Promise<StandInReply>,
): Promise<StandInServer> {
  const server = createServer((request, response) => {
    void readBody(request).then(async (body) => {
      const url = new URL(request.url ?? "/", "http://localhost");
      const { pathname: path, searchParams: query } = url;
      reply(
        response,
        await answer({ method: request.method ?? "GET", path, query, headers: request.headers, body }),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function reply(response: ServerResponse, said: StandInReply): void {
  if (said === "hang") return;
  if (said === "cut") {
    response.destroy();
    return;
  }
  if ("redirect" in said) {
    response.writeHead(302, { location: said.redirect }).end();
    return;
  }
  if ("json" in said) {
    response
      .writeHead(said.status ?? 200, { "content-type": "application/json; charset=utf-8" })
      .end(JSON.stringify(said.json));
    return;
  }
  response.writeHead(said.status, { "content-type": "text/html", ...said.headers }).end(said.text);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString("utf8");
}
