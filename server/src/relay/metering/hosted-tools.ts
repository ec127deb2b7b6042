import { addedTools } from "./added-tools.ts";
import { type Fields, isFields } from "./is-fields.ts";
import { toolLimits } from "./media-limits.ts";

/** What tools that the vendor runs may add to a call. */
export interface HostedTools {
  /** Tokens of their results, which the model reads. */
  tokens: number;
  web_search: number;
  file_search: number;
  code_run: number;
  image_generation: number;
}

type Priced = Exclude<keyof HostedTools, "tokens">;
type Kind = Exclude<keyof typeof toolLimits, "usesMost">;

const priced: Partial<Record<Kind, Priced>> = {
  search: "web_search",
  files: "file_search",
  code: "code_run",
  picture: "image_generation",
};

/** Fields other than `tools` by which a dialect requests the vendor's own tools. */
const pending: Readonly<Record<string, Kind>> = {
  web_search_options: "search",
  enable_search: "search",
  search_parameters: "search",
  plugins: "search",
  mcp_servers: "other",
  container: "code",
};

/**
 * Tools of a parsed request of any dialect; undefined if it requests none of the vendor's own, as most do.
 * @param searches the model suffix requested a search
 */
export function findHostedTools(body: unknown, searches = false): HostedTools | undefined {
  if (!isFields(body)) return undefined;
  const most = allowedUses(body.max_tool_calls) ?? toolLimits.usesMost;
  let found: HostedTools | undefined;
  const add = (kind: Kind, named: unknown, tokens?: unknown): void => {
    found ??= { tokens: 0, web_search: 0, file_search: 0, code_run: 0, image_generation: 0 };
    const uses = Math.min(
      allowedUses(named) ?? allowedUses(body.max_tool_calls) ?? toolLimits[kind].uses,
      most,
    );
    found.tokens += uses * (allowedTokens(tokens) ?? toolLimits[kind].tokens);
    const name = priced[kind];
    if (name) found[name] += uses;
  };
  for (const key in pending) if (isRequested(body[key])) add(pending[key] as Kind, undefined);
  if (Array.isArray(body.tools)) for (const tool of body.tools) if (isFields(tool)) readTool(tool, add);
  for (const tool of addedTools(body.messages)) if (isFields(tool)) readTool(tool, add);
  if (searches && !found?.web_search) add("search", undefined);
  return found;
}

function isRequested(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value != null && value !== false;
}

function readTool(tool: Fields, add: (kind: Kind, named: unknown, tokens?: unknown) => void): void {
  const { type } = tool;
  if (type === "function" || type === "custom" || type === "namespace") return;
  if (typeof type === "string") {
    const kind = kindOf(type);
    if (kind) add(kind, tool.max_uses, tool.max_content_tokens);
    return;
  }
  // Anthropic's own form of a function; Gemini's tools are the fields of one object.
  if (typeof tool.name === "string") return;
  for (const name in tool) {
    const kind = tool[name] == null ? undefined : kindOf(name);
    if (kind) add(kind, undefined);
  }
}

/** Tools that the caller runs: their names in the dialects, some with a date suffix. */
const callersOwn =
  /^(?:function|functions?_?declarations|local_shell|shell|apply_patch|computer|bash|text_editor|memory|tool_search)/i;

/** By the type's name or the field's: `web_search_20250305`, `googleSearchRetrieval`, `code_interpreter` … */
function kindOf(type: string): Kind | undefined {
  if (callersOwn.test(type)) return undefined;
  if (/fetch|url_?context|browser/i.test(type)) return "fetch";
  if (/file_?search|retrieval$|knowledge/i.test(type) && !/google/i.test(type)) return "files";
  if (/search|maps/i.test(type)) return "search";
  if (/code/i.test(type)) return "code";
  return /image/i.test(type) ? "picture" : "other";
}

function allowedUses(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0
    ? Math.min(Math.ceil(value), toolLimits.usesMost)
    : undefined;
}

function allowedTokens(value: unknown): number | undefined {
  return typeof value === "number" && value >= 0 && value < 1e6 ? value : undefined;
}
