import { freeBytes, scanJson } from "../../canonical/json-cost.ts";
import { RelayError } from "../../relay-error.ts";
import type { Fields } from "./check-value.ts";

/**
 * Keeping the digits takes about 600 nanoseconds per number. This is half a million numbers; an embeddings call may
 * contain 300,000 token ids.
 */
const costMost = 15_000_000;

/**
 * Serializes a JSON object again after `change`. Numbers keep their digits: a seed may have more than a double. Of a
 * duplicate key, the last is kept.
 * @throws RelayError `request_too_large`
 */
export function rewriteExactly(raw: Buffer, change: (body: Fields) => void): Buffer {
  if (raw.length > freeBytes(costMost) && scanJson(raw, costMost, Number.POSITIVE_INFINITY).cost > costMost)
    throw new RelayError(
      "request_too_large",
      "The body contains too many JSON values for this model. Send fewer in one request.",
    );
  const body = JSON.parse(raw.toString("utf8"), keepDigits) as Fields;
  change(body);
  return Buffer.from(JSON.stringify(body));
}

const keepDigits = ((_key: string, value: unknown, { source }: { source?: string }) =>
  typeof value === "number" && source !== undefined ? exactJson.rawJSON(source) : value) as (
  key: string,
  value: unknown,
) => unknown;

/** Part of JavaScript, but not of the language level that the type checker uses. */
const exactJson = JSON as unknown as { rawJSON(text: string): unknown };
