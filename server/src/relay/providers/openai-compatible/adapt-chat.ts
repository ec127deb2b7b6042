import { asList, asObject, type JsonObject } from "../kit/read-json.ts";
import type { CompatibleOptions } from "./options.ts";

/**
 * Replaces OpenAI's newer fields in a native request for vendors without them: the role `developer` becomes `system`,
 * `max_completion_tokens` becomes `max_tokens`. Undefined if there are none.
 */
export function adaptChat(
  body: JsonObject,
  model: string,
  options: CompatibleOptions,
): ((body: JsonObject) => void) | undefined {
  const developer = !options.developerRole && asList(body.messages).some(isDeveloper);
  const limit = Object.hasOwn(body, newer) && !supportsNewerLimit(model, options);
  if (!developer && !limit) return undefined;
  return (changed) => {
    if (developer)
      for (const message of asList(changed.messages)) {
        const fields = asObject(message);
        if (fields && isDeveloper(fields)) fields.role = "system";
      }
    if (!limit) return;
    // Of two limits, the newer one wins, as on the translated path.
    if (changed[newer] != null) changed.max_tokens = changed[newer];
    delete changed[newer];
  };
}

const newer = "max_completion_tokens";

function supportsNewerLimit(
  model: string,
  { completionLimit, isReasoningModel }: CompatibleOptions,
): boolean {
  return (completionLimit?.(model) ?? false) || (isReasoningModel?.(model) ?? false);
}

function isDeveloper(message: unknown): boolean {
  return asObject(message)?.role === "developer";
}
