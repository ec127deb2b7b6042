import { answerCost, freeBytes, scanJson } from "./json-cost.ts";

/** The JSON contains so many values that parsing it would block the event loop. */
export class CostlyJson extends Error {
  override name = "CostlyJson";

  constructor() {
    super("the JSON holds too many values");
  }
}

/**
 * `JSON.parse` for text from outside: responses of upstreams, and JSON inside strings. Short texts cannot exceed the
 * limit and are not counted.
 * @param cost limit, see `json-cost.ts`
 * @throws CostlyJson before parsing
 * @throws SyntaxError
 */
export function parseBounded(text: string | Buffer, cost = answerCost): unknown {
  if (text.length > freeBytes(cost) && isCostly(text, cost)) throw new CostlyJson();
  return JSON.parse(typeof text === "string" ? text : text.toString("utf8"));
}

function isCostly(text: string | Buffer, cost: number): boolean {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  return scanJson(bytes, cost, Number.POSITIVE_INFINITY).cost > cost;
}

/** True if the text is one complete JSON value. */
export function isJson(text: string): boolean {
  try {
    parseBounded(text);
    return true;
  } catch {
    return false;
  }
}
