import type { ChatCall } from "../../canonical/chat.ts";
import { type Fields } from "../kit/check-value.ts";
import { needText, readObject, readText, readWhole } from "../kit/read-fields.ts";

/**
 * `thinking` and `output_config.effort` as one wish. What the vocabulary cannot say goes into `extras`, for upstreams of this dialect: how
 * thoughts are shown, kinds of thinking that others do not have, and (as null) that an effort was named but no thinking.
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

/** Fields inside an object whose rest we understand stand among the extras under their path. */
function keepOthers(fields: Fields, understood: ReadonlySet<string>, path: string, extras: Fields): void {
  for (const [key, value] of Object.entries(fields))
    if (!understood.has(key) && value != null) extras[`${path}.${key}`] = value;
}
