import type { ChatCall } from "../../canonical/chat.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { dialect } from "./dialect.ts";
import type { WireRequest, WireThinking } from "./wire.ts";

/** The fields that a caller of this dialect said beyond our vocabulary; undefined if it speaks another one. */
export function ownFields({ extras }: ChatCall): JsonObject | undefined {
  return extras?.dialect === dialect ? extras.fields : undefined;
}

/** Fields that stand among the extras under a path (`thinking.display`), because we understand the rest of their object. */
export function fieldsUnder(fields: JsonObject, path: string): JsonObject {
  const prefix = `${path}.`;
  const found = Object.entries(fields).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(found.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** Fields that the API takes with a beta only. The caller's own header does not come this way. */
const betasOfFields: Record<string, string> = {
  context_management: "context-management-2025-06-27",
  mcp_servers: "mcp-client-2025-11-20",
  speed: "fast-mode-2026-02-01",
};

/** What a caller of this dialect said beyond our vocabulary goes out as it came; other dialects' is reported. */
export function addExtras(body: WireRequest, call: ChatCall, betas: Set<string>, dropped: Set<string>): void {
  const own = ownFields(call);
  if (own === undefined) {
    for (const field of Object.keys(call.extras?.fields ?? {})) dropped.add(field);
    return;
  }
  addThinking(body, own);
  const output = fieldsUnder(own, "output_config");
  if (Object.keys(output).length > 0) body.output_config = { ...output, ...body.output_config };
  for (const [field, value] of Object.entries(own)) {
    if (value === null || field === "thinking" || standsUnderAPath(field)) continue;
    Object.assign(body, { [field]: value });
    const beta = betasOfFields[field];
    if (beta !== undefined) betas.add(beta);
  }
}

/** A kind of thinking that we have no word for is sent as it is; what is said beside a known one is added to what was chosen. */
function addThinking(body: WireRequest, own: JsonObject): void {
  const kind = asObject(own.thinking);
  if (kind !== undefined) body.thinking = kind as unknown as WireThinking;
  else if (body.thinking && body.thinking.type !== "disabled")
    body.thinking = { ...body.thinking, ...fieldsUnder(own, "thinking") };
}

function standsUnderAPath(field: string): boolean {
  return ["tools.", "thinking.", "output_config."].some((prefix) => field.startsWith(prefix));
}
