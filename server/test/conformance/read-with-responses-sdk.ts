import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import OpenAI from "openai";
import type {
  Response,
  ResponseCreateParams,
  ResponseStreamEvent,
} from "openai/resources/responses/responses";

/** Reads a response from a local server with the official SDK. */
export interface SdkResponse {
  response: Response;
  events: ResponseStreamEvent[];
}

const usual = { model: "requested-model", input: "Hello" };

async function withServer<T>(
  contentType: string,
  body: string,
  send: (client: OpenAI) => Promise<T>,
): Promise<T> {
  const server = createServer((request, reply) => {
    request.resume().on("end", () => reply.writeHead(200, { "content-type": contentType }).end(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await send(
      new OpenAI({ apiKey: "unused", baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 }),
    );
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Reads a whole answer through the SDK. */
export function readResponseWithSdk(body: string): Promise<SdkResponse> {
  return withServer("application/json", body, async (client) => ({
    response: await client.responses.create(usual),
    events: [],
  }));
}

/** Reads a stream through the SDK's accumulator. */
export function streamResponseWithSdk(
  text: string,
  tools: ResponseCreateParams["tools"] = [],
): Promise<SdkResponse> {
  return withServer("text/event-stream", text, async (client) => {
    const stream = client.responses.stream({ ...usual, tools });
    const events: ResponseStreamEvent[] = [];
    for await (const event of stream) events.push(event);
    return { response: await stream.finalResponse(), events };
  });
}
