import Anthropic from "@anthropic-ai/sdk";
import type { BetaMessage } from "@anthropic-ai/sdk/resources/beta/messages";

const request = {
  model: "requested-model",
  max_tokens: 100,
  messages: [{ role: "user" as const, content: "Hello" }],
};

function clientFor(respond: () => Response): Anthropic {
  return new Anthropic({
    apiKey: "unused",
    baseURL: "https://tollgate.test",
    maxRetries: 0,
    fetch: () => Promise.resolve(respond()),
  });
}

/** Reads a whole response with the official SDK, without the network. */
export async function readMessageWithSdk(body: string): Promise<BetaMessage> {
  const headers = { "content-type": "application/json" };
  const message = await clientFor(() => new Response(body, { headers })).beta.messages.create(request);
  return plain(message);
}

/**
 * Reads the text of a stream with the SDK's accumulator.
 * @throws an error of the SDK
 */
export async function readMessageStreamWithSdk(text: string): Promise<BetaMessage> {
  const headers = { "content-type": "text/event-stream" };
  const client = clientFor(() => new Response(text, { headers }));
  return plain(await client.beta.messages.stream(request).finalMessage());
}

/** Removes the SDK's own hidden additions to the objects. */
function plain(message: BetaMessage): BetaMessage {
  const { parsed_output: _parsed, ...rest } = JSON.parse(JSON.stringify(message)) as BetaMessage & {
    parsed_output?: unknown;
  };
  return rest as BetaMessage;
}
