import type { WebSocket } from "undici";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { Route } from "../exchange.ts";
import { addChannelHeaders } from "../upstream/channel-headers.ts";
import { FirstByteDeadline, type FirstByteListener } from "../upstream/first-byte-deadline.ts";
import { networkProblem } from "../upstream/network-problem.ts";
import type { OpenedWebsocket } from "../upstream/open-websocket.ts";
import type { UpstreamWebsockets } from "../upstream/upstream-call.ts";
import { targetOf } from "../upstream/upstream-target.ts";
import { parseEvent } from "./parse-event.ts";

/** An upstream's socket after its first message. */
export interface OpenUpstream {
  socket: WebSocket;
  /** Passes the messages so far, in order, and then every further one. */
  listen(onMessage: (text: string) => void): void;
}

/**
 * Connects to a channel's realtime endpoint and waits for its first message. The caller's socket is accepted only then,
 * so another channel can take over until then.
 */
export async function openUpstream(
  upstream: UpstreamWebsockets,
  { provider, channel, upstreamModel, view }: Route,
  adaptiveTimeout: number | undefined,
  listener: Pick<FirstByteListener, "canFailOver">,
): Promise<OpenUpstream | UpstreamProblem> {
  const wanted = provider.realtime?.buildSocket(upstreamModel, view);
  if (!wanted) {
    return { kind: "unsupported", status: 0, message: "this provider offers no realtime endpoint" };
  }
  const openWebsocket = await upstream.websockets();
  return new Promise((resolve) => {
    const { firstByteTimeout, idleTimeout } = channel;
    const startedAt = performance.now();
    const wait = new FirstByteDeadline(
      { firstByteTimeout, adaptiveTimeout, idleTimeout },
      listener,
      startedAt,
    );
    let opened: OpenedWebsocket;
    try {
      addChannelHeaders(wanted, channel);
      opened = openWebsocket(wanted.url, wanted, targetOf({ channel, provider }));
    } catch (error) {
      resolve(networkProblem(error));
      return;
    }
    const { socket, rejection } = opened;
    const give = (answer: OpenUpstream | UpstreamProblem): void => {
      clearTimeout(timer);
      if ("kind" in answer) socket.close();
      resolve(answer);
    };
    const watch = (now: number): NodeJS.Timeout =>
      setTimeout(() => {
        const at = performance.now();
        if (wait.extend(at)) timer = watch(at);
        else give(wait.problem());
      }, wait.deadline - now);
    let timer = watch(startedAt);
    const said: string[] = [];
    let deliver = (text: string): void => {
      said.push(text);
      if (said.length === 1) give(readFirst(text, provider) ?? { socket, listen });
      // The session is not accepted yet, so no long response can be pending.
      else if (said.length > saidMost) socket.close();
    };
    const listen = (onMessage: (text: string) => void): void => {
      deliver = onMessage;
      for (const text of said.splice(0)) onMessage(text);
    };
    socket.addEventListener("message", (event) => {
      if (typeof event.data === "string") deliver(event.data);
    });
    socket.addEventListener("error", () =>
      give(rejection() ?? unreachable("the websocket could not be opened")),
    );
    socket.addEventListener("close", () =>
      give(unreachable("the websocket closed before its first message")),
    );
  });
}

/** Messages that are buffered until the caller's socket is accepted. */
const saidMost = 100;

/** An upstream may open the socket only to reject the session. */
function readFirst(text: string, provider: Route["provider"]): UpstreamProblem | undefined {
  try {
    return parseEvent(Buffer.from(text)).type === "error" ? provider.readProblem(200, text, {}) : undefined;
  } catch {
    return { kind: "bad-answer", status: 0, message: "the first message cannot be read" };
  }
}

function unreachable(message: string): UpstreamProblem {
  return { kind: "unreachable", status: 0, message };
}
