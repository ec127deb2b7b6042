import OpenAI from "openai";
import type { ChatCompletion, ChatCompletionChunk } from "openai/resources/chat/completions";

/** Reads a given response with the official SDK. */
export interface SdkAnswer {
  completion: ChatCompletion;
  chunks: ChatCompletionChunk[];
}

const request = { model: "requested-model", messages: [{ role: "user" as const, content: "Hello" }] };

function clientFor(respond: () => Response): OpenAI {
  return new OpenAI({
    apiKey: "unused",
    baseURL: "https://tollgate.test/v1",
    maxRetries: 0,
    fetch: () => Promise.resolve(respond()),
  });
}

/** Reads a whole answer through the SDK. */
export async function readWholeWithSdk(body: string): Promise<SdkAnswer> {
  const client = clientFor(() => new Response(body, { headers: { "content-type": "application/json" } }));
  return { completion: await client.chat.completions.create(request), chunks: [] };
}

/** Reads a stream through the SDK's accumulator. */
export async function readStreamWithSdk(text: string): Promise<SdkAnswer> {
  const headers = { "content-type": "text/event-stream" };
  const client = clientFor(() => new Response(text, { headers }));
  const stream = client.chat.completions.stream({ ...request, stream_options: { include_usage: true } });
  const chunks: ChatCompletionChunk[] = [];
  stream.on("chunk", (chunk) => chunks.push(chunk));
  return { completion: await stream.finalChatCompletion(), chunks };
}
