import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";

/** A vendor's realtime endpoint: passes each new socket to the test. */
export interface FakeRealtime {
  url: string;
  /** Path and headers of every upgrade. */
  seen: { path: string; headers: Record<string, string | string[] | undefined> }[];
  /** Handler of the next sockets. */
  onSocket(play: (socket: WebSocket) => void): void;
  /** Responds to upgrades with this status instead. */
  reject(status: number): void;
  stop(): Promise<void>;
}

export async function startFakeRealtime(): Promise<FakeRealtime> {
  const seen: FakeRealtime["seen"] = [];
  let play: (socket: WebSocket) => void = () => {};
  let rejection = 0;
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  server.on("upgrade", (request, socket, head) => {
    seen.push({ path: request.url ?? "", headers: request.headers });
    if (rejection > 0) {
      socket.end(`HTTP/1.1 ${rejection} No\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    sockets.handleUpgrade(request, socket, head, (accepted) => play(accepted));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    onSocket(next) {
      play = next;
      rejection = 0;
      seen.length = 0;
    },
    reject(status) {
      rejection = status;
    },
    async stop() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
