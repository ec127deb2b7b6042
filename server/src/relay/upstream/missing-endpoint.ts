/**
 * True if an upstream's error says that it has no such endpoint, and not that it lacks a model, a file or another object that the request names.
 * A 405 always does. A 404 does with no body, with a page or plain text of a web server, or with an error whose message begins as routers
 * begin theirs: what a caller sends may be quoted later in a message, so only the beginning counts.
 */
export function isMissingEndpoint(status: number, body: string, message: string): boolean {
  if (status === 405) return true;
  if (status !== 404) return false;
  const text = body.trim();
  if (text === "" || /^<(!doctype|html|head)/i.test(text)) return true;
  return bare.test(message.trim()) || routed.test(message.trim());
}

/** The whole message of frameworks and gateways that know no more: FastAPI, Go, llama.cpp, Azure, Anthropic, DeepSeek, OpenRouter. */
const bare =
  /^(?:(?:404|405)?[ :]*(?:page |file |path |endpoint |route |resource |url )?not found[.!]?(?: please check the configuration\.?)?|(?:404 page not found)|method not allowed[.!]?|url\.not_found)$/i;

/** Messages about the address: OpenAI and One API, Groq, LM Studio, Kong, Express and Nest, Fastify, Cloudflare, xAI, Flask. */
const routed =
  /^(?:invalid url|unknown (?:request )?url|unexpected endpoint|no route (?:matched|for)|cannot post \/|route post:|the requested (?:url|resource|path|endpoint) (?:was|is|could)? ?not)/i;
