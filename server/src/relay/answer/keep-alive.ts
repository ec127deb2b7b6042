import { renderContext } from "./answer-path.ts";
import type { ClientReply, Exchange } from "../exchange.ts";

/** Between two signs of life. */
const everySeconds = 5;

/** False where a sign of life would stand in the answer itself: sound, words without JSON around them, streams of other framings. */
export function mayBeKeptAlive(exchange: Exchange): boolean {
  const { format, head } = exchange;
  if (format.capability === "speech" || format.capability === "transcription") return false;
  if (format.capability !== "chat" || !head.stream) return true;
  const { contentType } = format.streamRenderer(renderContext(exchange, exchange));
  return contentType === undefined || contentType.startsWith("text/event-stream");
}

/**
 * Says from time to time that an answer is still being made, for callers behind proxies that cut silent connections (a token's
 * `heartbeat`, relay contract A7): a comment in a stream, a newline before a whole JSON answer. Ends with the answer's first word, which
 * may still come from another channel.
 */
export function keepAlive(reply: ClientReply, stream: boolean, afterSeconds: number): () => void {
  const say = (): void => {
    if (reply.started || reply.closed) stop();
    else if (stream) reply.keepAlive("text/event-stream; charset=utf-8", ": PING\n\n");
    else reply.keepAlive("application/json; charset=utf-8", "\n");
  };
  let ticking: NodeJS.Timeout | undefined;
  const first = setTimeout(() => {
    say();
    ticking = setInterval(say, everySeconds * 1000);
  }, afterSeconds * 1000);
  function stop(): void {
    clearTimeout(first);
    clearInterval(ticking);
  }
  return stop;
}
