import { type Dispatcher, WebSocket } from "undici";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { networkProblem } from "./network-problem.ts";

export interface OpenedWebsocket {
  socket: WebSocket;
  /** Why the gateway rejected the address, which the socket's events do not report; undefined if it did not. */
  rejection(): UpstreamProblem | undefined;
}

/** What is sent to open a websocket. */
export interface WebsocketOptions {
  protocols?: string[];
  headers: Record<string, string>;
}

/** A websocket to an upstream. @throws SyntaxError if the address is not valid */
export function openWebsocket(
  url: string,
  { protocols, headers }: WebsocketOptions,
  dispatcher: Dispatcher,
): OpenedWebsocket {
  let rejection: UpstreamProblem | undefined;
  const watched = dispatcher.compose((dispatch) => (request, handler) => {
    const { onResponseError } = handler;
    const noteRejection: typeof onResponseError = (controller, error) => {
      const problem = networkProblem(error);
      if (problem.cause === "address_not_public") rejection = problem;
      onResponseError?.call(handler, controller, error);
    };
    handler.onResponseError = noteRejection;
    return dispatch(request, handler);
  });
  const socket = new WebSocket(url, { ...(protocols && { protocols }), headers, dispatcher: watched });
  return { socket, rejection: () => rejection };
}
