import type { Fields } from "./check-value.ts";

/**
 * A JSON object written anew after `change`. Numbers keep their digits: a seed may have more of them than a double. Of a name that stands
 * there twice, the last is left.
 */
export function rewriteExactly(raw: Buffer, change: (body: Fields) => void): Buffer {
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
