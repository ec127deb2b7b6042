import fc from "fast-check";
import {
  assistantBlock,
  cacheMark,
  some,
  textOfModel,
  textOfUser,
  toolResult,
  userBlock,
  words,
} from "./messages-arbitraries.ts";

/** Valid requests in Anthropic's Messages, with every supported field. */

type Fields = Record<string, unknown>;

const userContent = fc.oneof(
  words,
  fc
    .tuple(fc.array(toolResult, { maxLength: 2 }), fc.array(userBlock, { minLength: 1, maxLength: 4 }))
    .map(([results, blocks]) => [...results, ...blocks]),
);
const assistantContent = fc.oneof(
  words,
  fc
    .tuple(fc.array(assistantBlock, { maxLength: 4 }), textOfModel)
    .map(([blocks, last]) => [...blocks, last]),
);

const messages = (systemTurns: boolean) =>
  fc
    .tuple(
      fc.array(fc.tuple(userContent, fc.option(words, { nil: undefined }), assistantContent), {
        maxLength: 3,
      }),
      fc.oneof(words, fc.array(userBlock, { minLength: 1, maxLength: 3 })),
    )
    .map(([turns, last]) => [
      ...turns.flatMap(([question, instruction, answered]) => [
        { role: "user", content: question },
        ...(systemTurns && instruction ? [{ role: "system", content: instruction }] : []),
        { role: "assistant", content: answered },
      ]),
      { role: "user", content: last },
    ]);

const schema = fc.constantFrom<object>(
  {
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
    additionalProperties: false,
  },
  { type: "object", properties: {}, additionalProperties: false },
  { type: "object" },
);
const ownTool = some<Fields>(
  {
    type: fc.constant("custom"),
    name: fc.stringMatching(/^[a-z_]{3,12}$/),
    description: words,
    input_schema: schema,
    strict: fc.boolean(),
    cache_control: cacheMark,
    defer_loading: fc.boolean(),
    input_examples: fc.constant([{ city: "Bern" }]),
  } as never,
  ["name", "input_schema"] as never,
) as fc.Arbitrary<Fields>;
const hostedTool = fc.constantFrom<Fields>(
  { type: "web_search_20250305", name: "web_search", max_uses: 3, allowed_domains: ["example.org"] },
  { type: "web_fetch_20250910", name: "web_fetch", cache_control: { type: "ephemeral" } },
  { type: "code_execution_20250825", name: "code_execution" },
  { type: "computer_20251124", name: "computer", display_width_px: 800, display_height_px: 600 },
  { type: "bash_20250124", name: "bash" },
  { type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 100 },
  { type: "memory_20250818", name: "memory" },
  { type: "tool_search_tool_regex_20251119", name: "tool_search_tool_regex" },
  { type: "mcp_toolset", mcp_server_name: "files" },
);
/** At least one tool of the caller's, since the conversation may contain calls. */
const tools = fc
  .tuple(
    fc.uniqueArray(ownTool, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
    fc.uniqueArray(hostedTool, { maxLength: 2, selector: ({ type }) => type }),
  )
  .map(([own, hosted]) => [...own, ...hosted]);

const single = { disable_parallel_tool_use: fc.boolean() };
const freeChoice = fc.oneof(
  some<Fields>({ type: fc.constant("auto"), ...single } as never, ["type"] as never),
  fc.constant({ type: "none" }),
);
const forcedChoice = fc.oneof(
  some<Fields>({ type: fc.constant("any"), ...single } as never, ["type"] as never),
  some<Fields>({ type: fc.constant("tool"), name: words, ...single } as never, ["type", "name"] as never),
);

const format = schema.map((value) => ({ type: "json_schema", schema: value }));
const effort = fc.constantFrom("low", "medium", "high", "max");
const shown = fc.constantFrom("summarized", "omitted");

/** Supported thinking, sampling and forced tools per model generation; they exclude one another. */
const manner = (model: string): fc.Arbitrary<Fields> => {
  const adaptive = model !== "claude-sonnet-4-5";
  const thinks: fc.Arbitrary<Fields> = adaptive
    ? fc.record({
        thinking: some<Fields>({ type: fc.constant("adaptive"), display: shown } as never, ["type"] as never),
        output_config: some<Fields>(
          { effort, format, task_budget: fc.constant({ type: "tokens", total: 9 }) } as never,
          [],
        ),
      })
    : fc.record({
        thinking: some<Fields>(
          {
            type: fc.constant("enabled"),
            budget_tokens: fc.integer({ min: 1024, max: 4000 }),
            display: shown,
          } as never,
          ["type", "budget_tokens"] as never,
        ),
      });
  const plain: fc.Arbitrary<Fields> = some<Fields>(
    {
      thinking: fc.constant({ type: "disabled" }),
      output_config: some<Fields>({ effort, format } as never, []),
      tool_choice: fc.oneof(freeChoice, forcedChoice),
    } as never,
    [],
  ) as fc.Arbitrary<Fields>;
  const sampling = fc.oneof(
    some<Fields>(
      { temperature: fc.double({ min: 0, max: 1, noNaN: true }), top_k: fc.nat(500) } as never,
      [],
    ),
    some<Fields>({ top_p: fc.double({ min: 0, max: 1, noNaN: true }) } as never, []),
  );
  const between = fc.constant<Fields>({ thinking: { type: "between_tools" } });
  if (model === "claude-opus-4-8") return fc.oneof(thinks, plain, between);
  return fc.oneof(
    thinks,
    fc.tuple(plain, sampling).map(([one, other]) => ({ ...one, ...other })),
  );
};

const rest = some<Fields>(
  {
    stream: fc.boolean(),
    system: fc.oneof(words, fc.array(textOfUser, { minLength: 1, maxLength: 3 })),
    stop_sequences: fc.array(words, { minLength: 1, maxLength: 2 }),
    metadata: fc.record({ user_id: words }),
    service_tier: fc.constantFrom("auto", "standard_only"),
    cache_control: cacheMark,
    container: fc.constantFrom<unknown>("container_1", { id: "container_1", skills: [] }),
    mcp_servers: fc.constant([{ type: "url", url: "https://mcp.test", name: "files" }]),
    context_management: fc.constant({ edits: [{ type: "clear_tool_uses_20250919" }] }),
    inference_geo: fc.constant("us"),
    speed: fc.constantFrom("standard", null),
    field_of_tomorrow: fc.constant({ deep: [1, "two"] }),
  } as never,
  [],
) as fc.Arbitrary<Fields>;

/** Requests for three model generations. */
export const request: fc.Arbitrary<Fields> = fc
  .constantFrom("claude-sonnet-4-5", "claude-opus-4-6", "claude-opus-4-8")
  .chain((model) =>
    fc
      .tuple(
        messages(model === "claude-opus-4-8"),
        tools,
        manner(model),
        rest,
        fc.integer({ min: 5000, max: 9000 }),
      )
      .map(([turns, offered, how, others, max_tokens]) => ({
        model,
        max_tokens,
        messages: turns,
        tools: offered,
        ...how,
        ...others,
      })),
  );
