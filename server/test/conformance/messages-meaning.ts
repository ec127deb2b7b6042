/**
 * Normalizes a message of Anthropic's format to its meaning, by what the API itself defines as equal:
 * - `model` is the caller's name for it; `container`, `context_management`, `diagnostics` and the like have no
 * canonical field.
 * - An empty or missing list of citations is none.
 * - `caller: direct` is the default of a tool call.
 * - Counts that are absent, null or 0 are equal; the split of cache writes is compared if both have it.
 * - Of `stop_details` only the explanation is kept.
 */
export function meaningOf(message: unknown): object {
  const { id, role, content, stop_reason, stop_sequence, stop_details, usage } = message as Fields;
  return {
    id,
    role,
    content: (content as Block[]).map(blockMeaning),
    stop_reason,
    stop_sequence: stop_sequence ?? null,
    explanation: (stop_details as { explanation?: string } | null | undefined)?.explanation ?? null,
    usage: usageMeaning(usage),
  };
}

type Fields = Record<string, unknown>;
type Block = Fields & { type: string };

/** The same for one block of a request or a response. */
export function blockMeaning(block: Block): Block {
  const { caller, citations, ...rest } = block;
  const meaning: Block = rest as Block;
  // A document's `citations` are a switch, not a list.
  if (!Array.isArray(citations)) {
    if (citations != null) meaning.citations = citations;
  } else if (citations.length > 0) meaning.citations = citations;
  if (caller != null && (caller as { type: string }).type !== "direct") meaning.caller = caller;
  return meaning;
}

function usageMeaning(usage: unknown): object {
  const given = usage as Record<string, unknown>;
  const inner = (key: string, field: string) =>
    (given[key] as Record<string, number> | null | undefined)?.[field] ?? 0;
  return {
    input: given.input_tokens ?? 0,
    output: given.output_tokens ?? 0,
    read: given.cache_read_input_tokens ?? 0,
    written: given.cache_creation_input_tokens ?? 0,
    writtenForAnHour: inner("cache_creation", "ephemeral_1h_input_tokens"),
    thinking: inner("output_tokens_details", "thinking_tokens"),
    searches: inner("server_tool_use", "web_search_requests"),
  };
}

/**
 * Normalizes a request to its meaning. Each rule is one that the API's documentation defines:
 * - A string as content, system prompt or tool result is one text block; a result without content is an empty one.
 * - `null`, `false` flags (`stream`, `is_error`, `strict`, `disable_parallel_tool_use`) and `type: custom` of a tool
 * are the defaults.
 * - An effort of `high` with adaptive thinking is the default; an empty `output_config` has no meaning.
 * - An object schema with empty properties equals one without.
 * - `caller: direct` and empty lists of citations, as in responses.
 */
export function requestMeaning(body: unknown): object {
  const { system, messages, tools, tool_choice, output_config, thinking, stream, ...rest } = body as Fields;
  const config: Record<string, unknown> = { ...(output_config as object) };
  if ((thinking as { type?: string } | undefined)?.type === "adaptive" && config.effort === "high")
    delete config.effort;
  return withoutNulls({
    ...rest,
    ...(stream ? { stream } : {}),
    system: system === undefined ? null : contentMeaning(system),
    messages: (messages as { role: string; content: unknown }[]).map(({ role, content }) => ({
      role,
      content: contentMeaning(content),
    })),
    tools: ((tools as Block[] | undefined) ?? []).map(({ type, strict, ...tool }) => ({
      ...tool,
      ...(type === "custom" || type === undefined ? {} : { type }),
      ...(strict ? { strict } : {}),
    })),
    tool_choice: choiceMeaning(tool_choice),
    thinking: thinking ?? null,
    output_config: Object.keys(config).length > 0 ? config : null,
  });
}

function contentMeaning(content: unknown): object[] {
  if (content === undefined) return [];
  if (typeof content === "string") return [{ type: "text", text: content }];
  return (content as Block[]).map((block) => {
    const { is_error, ...rest } = blockMeaning(block);
    if (block.type !== "tool_result") return blockMeaning(block);
    return { ...rest, content: contentMeaning(block.content), ...(is_error ? { is_error } : {}) };
  });
}

function choiceMeaning(choice: unknown): object | null {
  if (choice == null) return null;
  const { disable_parallel_tool_use: single, ...rest } = choice as Record<string, unknown>;
  return single ? { ...rest, disable_parallel_tool_use: single } : rest;
}

function withoutNulls(fields: Record<string, unknown>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
}
