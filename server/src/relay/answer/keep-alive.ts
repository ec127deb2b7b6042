import { renderContext } from "./answer-path.ts";
import type { ClientReply, Exchange } from "../exchange.ts";

/** Interval between two keep-alives. */
const everySeconds = 5;

/** False where a keep-alive would become part of the response: audio, plain text, streams other than SSE. */
export function acceptsKeepAlive(exchange: Exchange): boolean {
  const { format, head } = exchange;
  if (format.capability === "speech" || format.capability === "transcription") return false;
  if (format.capability !== "chat" || !head.stream) return true;
  const { contentType } = format.streamRenderer(renderContext(exchange, exchange));
  return contentType === undefined || contentType.startsWith("text/event-stream");
}

/**
 * Sends keep-alives until the response starts, for callers behind proxies that cut idle connections (a token's
 * `heartbeat`): a comment in a stream, a newline before a JSON response. A failover to another channel does not end
 * them.
 */
export function keepAlive(reply: ClientReply, stream: boolean, afterSeconds: number): () => void {
  const send = (): void => {
    if (reply.started || reply.closed) stop();
    else if (stream) reply.keepAlive("text/event-stream; charset=utf-8", ": PING\n\n");
    else reply.keepAlive("application/json; charset=utf-8", "\n");
  };
  let ticking: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    send();
    ticking = setInterval(send, everySeconds * 1000);
  }, afterSeconds * 1000);
  function stop(): void {
    clearTimeout(first);
    clearInterval(ticking);
  }
  return stop;
}
