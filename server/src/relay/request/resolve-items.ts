import { hasForeignSignature } from "../canonical/foreign-signature.ts";
import type { Exchange } from "../exchange.ts";
import type { TranslatedItems } from "../ports.ts";
import { RelayError, shortageError } from "../relay-error.ts";
import { readJson } from "./request-body.ts";

/**
 * Bytes that references of one request may add to it: about all that a user has stored. Only repeated references add
 * more.
 */
const addedMost = 8 * 1024 * 1024;

/**
 * Replaces references to items of translated responses, which no vendor has stored, for any channel. An unknown
 * reference stays: a vendor may have it. Undefined if there is nothing to look up.
 * @throws RelayError
 */
export function resolveItems(items: TranslatedItems, exchange: Exchange): Promise<void> | undefined {
  const { format, head, caller } = exchange;
  const { timeOfItem } = format;
  if (!format.withItems || !timeOfItem) return undefined;
  const ids = head.boundTo?.flatMap(({ kind, id }) => (kind === "item" ? [id] : [])) ?? [];
  if (ids.length === 0) return undefined;
  return items.find(caller.userId, ids, timeOfItem).then((found) => {
    if (found.size > 0) replaceReferences(exchange, ids, found);
  });
}

function replaceReferences(
  exchange: Exchange,
  ids: readonly string[],
  found: ReadonlyMap<string, string>,
): void {
  const { format, head, request } = exchange;
  const added = ids.reduce((sum, id) => sum + (found.get(id)?.length ?? 0), 0);
  if (added > addedMost)
    throw new RelayError("request_too_large", "'input' refers to too much text. Refer to fewer items.", {
      param: "input",
    });
  const shortage = request.memory.acquire(added);
  if (shortage) throw shortageError(shortage);
  const raw = format.withItems?.(request.body, found) ?? request.body;
  const body = readJson(raw, false, request.memory);
  const { model, suffix, translated } = head;
  const again = format.readHead(body.outline, request.path);
  exchange.head = { ...again, model, ...(suffix && { suffix }) };
  // An upstream would reject the reasoning of another one, which items may contain.
  if (translated || hasForeignSignature(body.cut?.bytes ?? raw)) exchange.head.translated = true;
  exchange.body = body;
  request.body = raw;
}
