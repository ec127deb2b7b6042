import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpReply } from "./client-reply.ts";
import { type RelayEndpoint, findEndpoint, isRelayPath } from "./endpoints.ts";
import type { IncomingRequest } from "./exchange.ts";
import { publicError, replyError } from "./fail-exchange.ts";
import { findFormat } from "./formats/registry.ts";
import { findModel, listModels } from "./list-models.ts";
import { readBody } from "./read-body.ts";
import { RelayError } from "./relay-error.ts";
import {
  type Admitted,
  admit,
  type ExchangeDependencies,
  openHeaders,
  serveExchange,
} from "./serve-exchange.ts";

export interface RelayListenerDependencies extends ExchangeDependencies {
  newRequestId(): string;
  /** The caller's address, forwarding headers of trusted proxies considered. */
  addressOf(message: IncomingMessage): string;
  /** Largest body in bytes. */
  bodyLimit: number;
}

export interface RelayListener {
  /** Serves a request of the relay; false if the path is not the relay's. */
  handle(message: IncomingMessage, response: ServerResponse): boolean;
  /** Exchanges that are running, being booked or on their way to the caller. */
  readonly open: number;
  /** New requests are refused from now on; resolves when the running ones ended, at most after `milliseconds`. */
  drain(milliseconds: number): Promise<void>;
}

const noBody = Buffer.alloc(0);

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-headers": "*",
  "access-control-allow-methods": "GET, POST, OPTIONS",
  "access-control-max-age": "86400",
} as const;

/**
 * The data plane's door. It stands before the web framework (decision 0007) and is the last file that sees Node's request:
 * below it there are plain values only.
 */
export function createRelayListener(dependencies: RelayListenerDependencies): RelayListener {
  let open = 0;
  let stopping = false;
  let onIdle: (() => void) | undefined;

  async function serve(message: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    const reply = new HttpReply(response);
    const requestId = dependencies.newRequestId();
    const headers = openHeaders(requestId);
    const endpoint = findEndpoint(message.method ?? "", path);
    const format = findFormat(endpoint?.serves === "chat" ? endpoint.format : "openai-chat");
    try {
      if (stopping) throw new RelayError("stopping", "The server is stopping. Try again in a moment.");
      if (!endpoint) {
        throw new RelayError("endpoint_not_found", `There is no endpoint ${message.method} ${path}.`);
      }
      const request: IncomingRequest = {
        requestId,
        headers: message.headers,
        body: noBody,
        sourceIp: dependencies.addressOf(message),
        startedAt: performance.now(),
      };
      // The key first: nobody without one makes the server hold a body.
      const admitted = await admit(dependencies, request, headers);
      if (endpoint.serves === "chat") {
        request.body = await readBody(message, dependencies.bodyLimit);
        await serveExchange(dependencies, format, request, reply, admitted, headers);
      } else serveModels(reply, headers, admitted, endpoint, path);
    } catch (error) {
      if (!(error instanceof RelayError)) dependencies.onInternalError(error, requestId);
      // What was not read of the body would be taken for the next request.
      if (!message.complete) headers["connection"] = "close";
      replyError(reply, format, publicError(error, requestId), headers);
    }
  }

  function serveModels(
    reply: HttpReply,
    headers: Record<string, string>,
    { caller }: Admitted,
    endpoint: RelayEndpoint,
    path: string,
  ): void {
    const list = listModels(dependencies.snapshots, dependencies.findProvider, caller);
    const answer =
      endpoint.serves === "models" ? list : findModel(list, decodePath(path.slice("/v1/models/".length)));
    reply.head(200, { ...headers, "content-type": "application/json; charset=utf-8" });
    reply.end(JSON.stringify(answer));
  }

  return {
    handle(message, response) {
      const url = message.url ?? "/";
      const query = url.indexOf("?");
      const path = query === -1 ? url : url.slice(0, query);
      if (!isRelayPath(path)) return false;
      if (message.method === "OPTIONS") {
        response.writeHead(204, cors).end();
        return true;
      }
      open += 1;
      // Over when it is booked and its last byte has left, or the caller has.
      let left = 2;
      const part = (): void => {
        left -= 1;
        if (left > 0) return;
        open -= 1;
        if (open === 0) onIdle?.();
      };
      response.once("close", part);
      void serve(message, response, path).finally(part);
      return true;
    },
    get open() {
      return open;
    },
    async drain(milliseconds) {
      stopping = true;
      if (open === 0) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, milliseconds);
        onIdle = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    },
  };
}

function decodePath(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
