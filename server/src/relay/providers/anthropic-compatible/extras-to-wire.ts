import type { ChatCall } from "../../canonical/chat.ts";
import { asObject, type JsonObject } from "../kit/read-json.ts";
import { dialect } from "./dialect.ts";
import type { WireRequest, WireThinking } from "./wire.ts";

/** Extra fields of a caller of this dialect; undefined for another dialect. */
export function ownFields({ extras }: ChatCall): JsonObject | undefined {
  return extras?.dialect === dialect ? extras.fields : undefined;
}

/**
 * Extra fields stored under a path (`thinking.display`), because the canonical call contains the other fields of their
 * object.
 */
export function fieldsUnder(fields: JsonObject, path: string): JsonObject {
  const prefix = `${path}.`;
  const found = Object.entries(fields).filter(([key]) => key.startsWith(prefix));
  return Object.fromEntries(found.map(([key, value]) => [key.slice(prefix.length), value]));
}

/** Fields that require a beta. The caller's own header is handled elsewhere. */
const betasOfFields: Record<string, string> = {
  context_management: "context-management-2025-06-27",
  mcp_servers: "mcp-client-2025-11-20",
  speed: "fast-mode-2026-02-01",
};

/** Forwards extra fields of this dialect unchanged and reports those of other dialects. */
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
    if (value === null || field === "thinking" || isInsidePath(field)) continue;
    Object.assign(body, { [field]: value });
    const beta = betasOfFields[field];
    if (beta !== undefined) betas.add(beta);
  }
}

/** An unknown type of thinking is forwarded unchanged; extra fields of a known one are added to the chosen fields. */
function addThinking(body: WireRequest, own: JsonObject): void {
  const kind = asObject(own.thinking);
  if (kind !== undefined) body.thinking = kind as unknown as WireThinking;
  else if (body.thinking && body.thinking.type !== "disabled")
    body.thinking = { ...body.thinking, ...fieldsUnder(own, "thinking") };
}

function isInsidePath(field: string): boolean {
  return ["tools.", "thinking.", "output_config."].some((prefix) => field.startsWith(prefix));
}
