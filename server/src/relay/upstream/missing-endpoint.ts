/**
 * True if an upstream's error means that it has no such endpoint, rather than no such model, file or other object that the request names.
 * A 405 always does. A 404 does if it has no body, a page or plain text of a web server, or a message that begins like a router's. Only the
 * beginning counts, because a message may quote what the caller sent.
 */
export function isMissingEndpoint(status: number, body: string, message: string): boolean {
  if (status === 405) return true;
  if (status !== 404) return false;
  const text = body.trim();
  if (text === "" || /^<(!doctype|html|head)/i.test(text)) return true;
  return bare.test(message.trim()) || routed.test(message.trim());
}

/** Whole messages of frameworks and gateways: FastAPI, Go, llama.cpp, Azure, Anthropic, DeepSeek, OpenRouter. */
const bare =
  /^(?:(?:404|405)?[ :]*(?:page |file |path |endpoint |route |resource |url )?not found[.!]?(?: please check the configuration\.?)?|(?:404 page not found)|method not allowed[.!]?|url\.not_found)$/i;

/** Messages about the path: OpenAI and One API, Groq, LM Studio, Kong, Express and Nest, Fastify, Cloudflare, xAI, Flask. */
const routed =
  /^(?:invalid url|unknown (?:request )?url|unexpected endpoint|no route (?:matched|for)|cannot post \/|route post:|the requested (?:url|resource|path|endpoint) (?:was|is|could)? ?not)/i;
