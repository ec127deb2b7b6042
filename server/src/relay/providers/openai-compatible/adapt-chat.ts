import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import type { CompatibleOptions } from "./options.ts";

/**
 * OpenAI's newer words in a native request that the vendor does not know, as the older ones: the role `developer` as `system`, and
 * `max_completion_tokens` as `max_tokens`. Undefined if there are none.
 */
export function adaptChat(
  body: JsonObject,
  model: string,
  options: CompatibleOptions,
): ((body: JsonObject) => void) | undefined {
  const developer = !options.developerRole && asList(body.messages).some(isDeveloper);
  const limit = Object.hasOwn(body, newer) && !knowsNewer(model, options);
  if (!developer && !limit) return undefined;
  return (changed) => {
    if (developer)
      for (const message of asList(changed.messages)) {
        const fields = asObject(message);
        if (fields && isDeveloper(fields)) fields.role = "system";
      }
    if (!limit) return;
    // The translated path takes the newer one of two limits, too.
    if (changed[newer] != null) changed.max_tokens = changed[newer];
    delete changed[newer];
  };
}

const newer = "max_completion_tokens";

function knowsNewer(model: string, { completionLimit, isReasoningModel }: CompatibleOptions): boolean {
  return (completionLimit?.(model) ?? false) || (isReasoningModel?.(model) ?? false);
}

function isDeveloper(message: unknown): boolean {
  return asObject(message)?.role === "developer";
}
