import { WebSocket } from "undici";
import type { UpstreamProblem } from "../canonical/problem.ts";
import { addChannelHeaders } from "../channel-headers.ts";
import type { Route } from "../exchange.ts";
import type { SocketDispatchers } from "../call-upstream.ts";
import { parseEvent } from "./parse-event.ts";

/** An upstream's socket that has said its first word. */
export interface OpenUpstream {
  socket: WebSocket;
  /** Gives the messages that came so far, in order, and from then on every one. */
  listen(onMessage: (text: string) => void): void;
}

/**
 * Connects to a channel's realtime endpoint and waits for its first message: only then the caller's socket is accepted, so that until
 * then another channel can take over (relay contract A9).
 */
export function openUpstream(
  dispatchers: SocketDispatchers,
  { provider, channel, upstreamModel, view }: Route,
): Promise<OpenUpstream | UpstreamProblem> {
  const wanted = provider.realtime?.buildSocket(upstreamModel, view);
  if (!wanted) {
    return Promise.resolve({
      kind: "unsupported",
      status: 0,
      message: "this provider offers no realtime endpoint",
    });
  }
  return new Promise((resolve) => {
    const { connectTimeout, firstByteTimeout } = channel;
    let socket: WebSocket;
    try {
      const dispatcher = dispatchers.dispatcherOf(new URL(wanted.url.replace(/^ws/, "http")).origin, channel);
      addChannelHeaders(wanted, channel);
      socket = new WebSocket(wanted.url, {
        protocols: wanted.protocols,
        headers: wanted.headers,
        dispatcher,
      });
    } catch (error) {
      resolve(unreachable(error instanceof Error ? error.message : String(error)));
      return;
    }
    const give = (answer: OpenUpstream | UpstreamProblem): void => {
      clearTimeout(timer);
      if ("kind" in answer) socket.close();
      resolve(answer);
    };
    const timer = setTimeout(
      () => give({ kind: "timeout", status: 0, message: "the upstream took too long for its first word" }),
      (connectTimeout + firstByteTimeout) * 1000,
    );
    const said: string[] = [];
    let deliver = (text: string): void => {
      said.push(text);
      if (said.length === 1) give(readFirst(text, provider) ?? { socket, listen });
      // Nobody has accepted the session yet, so nothing was asked that has a long answer.
      else if (said.length > saidMost) socket.close();
    };
    const listen = (onMessage: (text: string) => void): void => {
      deliver = onMessage;
      for (const text of said.splice(0)) onMessage(text);
    };
    socket.addEventListener("message", (event) => {
      if (typeof event.data === "string") deliver(event.data);
    });
    socket.addEventListener("error", () => give(unreachable("the websocket could not be opened")));
    socket.addEventListener("close", () => give(unreachable("the websocket closed before its first word")));
  });
}

/** Messages that are kept until the caller's socket is accepted. */
const saidMost = 100;

/** An upstream may open the socket only to say that it will not serve. */
function readFirst(text: string, provider: Route["provider"]): UpstreamProblem | undefined {
  try {
    return parseEvent(Buffer.from(text)).type === "error" ? provider.readProblem(200, text, {}) : undefined;
  } catch {
    return { kind: "bad-answer", status: 0, message: "the first word cannot be read" };
  }
}

function unreachable(message: string): UpstreamProblem {
  return { kind: "unreachable", status: 0, message };
}
