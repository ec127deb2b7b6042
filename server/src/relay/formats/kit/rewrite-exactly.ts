import { freeBytes, scanJson } from "../../canonical/json-cost.ts";
import { RelayError } from "../../relay-error.ts";
import type { Fields } from "./check-value.ts";

/** Keeping the digits takes about 600 nanoseconds per number. This is half a million numbers; an embeddings call may have 300,000 token ids. */
const costMost = 15_000_000;

/**
 * A JSON object written anew after `change`. Numbers keep their digits: a seed may have more of them than a double. Of a name that stands
 * there twice, the last is left.
 * @throws RelayError `request_too_large`
 */
export function rewriteExactly(raw: Buffer, change: (body: Fields) => void): Buffer {
  if (raw.length > freeBytes(costMost) && scanJson(raw, costMost, Number.POSITIVE_INFINITY).cost > costMost)
    throw new RelayError(
      "request_too_large",
      "The body holds too many JSON values to be rewritten for this model. Send fewer in one request.",
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

/** Part of JavaScript, and not yet of the language level that the type checker is set to. */
const exactJson = JSON as unknown as { rawJSON(text: string): unknown };
