import type { ModelSuffix } from "../format.ts";
import { type Fields, isFields } from "../kit/check-value.ts";

/** Writes model suffix options into a body that does not set them. */
export function applySuffix(body: Fields, { effort, search }: ModelSuffix): void {
  if (effort !== undefined) {
    const reasoning = isFields(body.reasoning) ? body.reasoning : {};
    body.reasoning = { ...reasoning, effort: reasoning.effort ?? effort };
  }
  if (!search) return;
  const tools: unknown[] = Array.isArray(body.tools) ? body.tools : [];
  if (!tools.some((tool) => isFields(tool) && String(tool.type).startsWith("web_search")))
    body.tools = [...tools, { type: "web_search" }];
}
