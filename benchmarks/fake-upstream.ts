/** An upstream with minimal cost: raw sockets, answers prepared as bytes. `node fake-upstream.ts PORT EVENTS PACE` */
import { createServer, type Socket } from "node:net";

function whole(body: unknown): Buffer {
  const text = JSON.stringify(body);
  return Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`,
  );
}

function chunk(text: string): Buffer {
  return Buffer.from(`${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`);
}

const streamHead = Buffer.from(
  "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n",
);
const streamEnd = Buffer.from("0\r\n\r\n");
const phrase = "A gateway stands between a caller and many models. ".repeat(14);

const chatWhole = whole({
  id: "chatcmpl-bench",
  object: "chat.completion",
  created: 1_760_000_000,
  model: "bench-model",
  choices: [{ index: 0, message: { role: "assistant", content: phrase }, finish_reason: "stop" }],
  usage: { prompt_tokens: 200, completion_tokens: 150, total_tokens: 350 },
});

const messagesWhole = whole({
  id: "msg_bench",
  type: "message",
  role: "assistant",
  model: "bench-model",
  content: [{ type: "text", text: phrase }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 200, output_tokens: 150 },
});

const geminiWhole = whole({
  candidates: [{ content: { role: "model", parts: [{ text: phrase }] }, finishReason: "STOP", index: 0 }],
  usageMetadata: { promptTokenCount: 200, candidatesTokenCount: 150, totalTokenCount: 350 },
  modelVersion: "bench-model",
});

function chatChunk(rest: object): Buffer {
  const body = { id: "chatcmpl-bench", object: "chat.completion.chunk", created: 1, model: "bench-model" };
  return chunk(`data: ${JSON.stringify({ ...body, ...rest })}\n\n`);
}

function chatStream(events: number): Buffer[] {
  const delta = (content: object, finish: string | null) =>
    chatChunk({ choices: [{ index: 0, delta: content, finish_reason: finish }] });
  const usage = { prompt_tokens: 200, completion_tokens: events, total_tokens: 200 + events };
  return [
    ...Array.from({ length: events - 1 }, (_, i) =>
      delta({ ...(i === 0 && { role: "assistant" }), content: `word${i} ` }, null),
    ),
    Buffer.concat([
      delta({}, "stop"),
      chatChunk({ choices: [], usage }),
      chunk("data: [DONE]\n\n"),
      streamEnd,
    ]),
  ];
}

function messagesStream(events: number): Buffer[] {
  const event = (body: { type: string }) => chunk(`event: ${body.type}\ndata: ${JSON.stringify(body)}\n\n`);
  const start = {
    type: "message_start",
    message: {
      id: "msg_bench",
      type: "message",
      role: "assistant",
      model: "bench-model",
      content: [],
      stop_reason: null,
      usage: { input_tokens: 200, output_tokens: 1 },
    },
  };
  const open = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
  const delta = (i: number) => ({
    type: "content_block_delta",
    index: 0,
    delta: { type: "text_delta", text: `word${i} ` },
  });
  const end = {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: events },
  };
  return [
    Buffer.concat([event(start), event(open)]),
    ...Array.from({ length: events - 2 }, (_, i) => event(delta(i))),
    Buffer.concat([
      event({ type: "content_block_stop", index: 0 } as { type: string }),
      event(end),
      event({ type: "message_stop" }),
      streamEnd,
    ]),
  ];
}

type Answer = (socket: Socket, request: Buffer) => void;

function answerWith(events: number, pace: number): Answer {
  const streams = { chat: chatStream(events), messages: messagesStream(events) };
  const running = new Set<{ socket: Socket; frames: Buffer[]; next: number }>();
  if (pace > 0) {
    setInterval(() => {
      for (const stream of running) {
        const frame = stream.frames[stream.next++];
        if (frame && !stream.socket.destroyed) stream.socket.write(frame);
        if (!frame || stream.next === stream.frames.length || stream.socket.destroyed) running.delete(stream);
      }
    }, pace);
  }
  return (socket, request) => {
    const line = request.subarray(0, 96);
    const messages = line.includes("/v1/messages");
    if (line.includes(":generateContent")) {
      socket.write(geminiWhole);
      return;
    }
    if (!request.includes('"stream":true')) {
      socket.write(messages ? messagesWhole : chatWhole);
      return;
    }
    const frames = messages ? streams.messages : streams.chat;
    socket.write(streamHead);
    if (pace === 0) {
      for (const frame of frames) socket.write(frame);
    } else running.add({ socket, frames, next: 0 });
  };
}

/** Number of events of a stream, and milliseconds between them; 0: all together. */
export function startUpstream(port: number, events: number, pace: number): Promise<void> {
  const answer = answerWith(events, pace);
  const server = createServer({ noDelay: true }, (socket) => {
    let held: Buffer = Buffer.alloc(0);
    /** Of a large request only the beginning is kept; so many bytes of it are still to come. */
    let missing = 0;
    socket.on("error", () => socket.destroy());
    socket.on("data", (data) => {
      if (missing > data.length) {
        missing -= data.length;
        return;
      }
      if (missing > 0) {
        answer(socket, held);
        held = data.subarray(missing);
        missing = 0;
      } else held = held.length === 0 ? data : Buffer.concat([held, data]);
      for (;;) {
        const headEnd = held.indexOf("\r\n\r\n");
        if (headEnd === -1) return;
        const match = /content-length: *(\d+)/i.exec(held.toString("latin1", 0, headEnd));
        const length = headEnd + 4 + Number(match?.[1] ?? 0);
        if (held.length < length) {
          if (length > largeBytes) missing = length - held.length;
          return;
        }
        answer(socket, held.subarray(0, length));
        held = held.subarray(length);
      }
    });
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
}

const largeBytes = 64 * 1024;

if (import.meta.main) {
  const [port = "0", events = "64", pace = "0"] = process.argv.slice(2);
  await startUpstream(Number(port), Number(events), Number(pace));
  console.log("ready");
}
