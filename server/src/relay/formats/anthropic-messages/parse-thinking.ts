import type { ChatCall } from "../../canonical/chat.ts";
import { type Fields } from "../kit/check-value.ts";
import { needText, readObject, readText, readWhole } from "../kit/read-fields.ts";

/**
 * Reads `thinking` and `output_config.effort` as one reasoning option. Details without a canonical name go into
 * `extras`, for upstreams of this dialect: how reasoning is displayed, types of thinking that other vendors lack, and
 * (as null) an effort without thinking.
 */
export function parseThinking(body: Fields, call: ChatCall, extras: Fields): void {
  const thinking = readObject(body, "thinking");
  const output = readObject(body, "output_config") ?? {};
  const effort = readText(output, "effort", "output_config");
  if (thinking === undefined) {
    if (effort !== undefined) {
      call.reasoning = { effort };
      extras.thinking = null;
    }
  } else if (thinking.type === "adaptive") {
    // The API's own default.
    call.reasoning = { effort: effort ?? "high" };
    keepOthers(thinking, thinkingFields, "thinking", extras);
  } else {
    parseKind(thinking, call, extras);
    if (effort !== undefined) extras["output_config.effort"] = effort;
  }
  keepOthers(output, outputFields, "output_config", extras);
}

const thinkingFields = new Set(["type", "budget_tokens"]);
const outputFields = new Set(["effort", "format"]);

function parseKind(thinking: Fields, call: ChatCall, extras: Fields): void {
  switch (needText(thinking, "type", "thinking")) {
    case "enabled": {
      const budgetTokens = readWhole(thinking, "budget_tokens", { least: 1 }, "thinking");
      call.reasoning = budgetTokens === undefined ? { effort: "high" } : { budgetTokens };
      keepOthers(thinking, thinkingFields, "thinking", extras);
      break;
    }
    case "disabled":
      call.reasoning = { effort: "none" };
      break;
    default:
      extras.thinking = thinking;
  }
}

/** Unknown fields inside a known object are extras under their path. */
function keepOthers(fields: Fields, understood: ReadonlySet<string>, path: string, extras: Fields): void {
  for (const [key, value] of Object.entries(fields))
    if (!understood.has(key) && value != null) extras[`${path}.${key}`] = value;
}
