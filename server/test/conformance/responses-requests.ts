import fc from "fast-check";

/** Requests of Responses as a client may write them, turn by turn, with every canonical feature. */

type Item = Record<string, unknown>;

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 });
const id = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "2", "3"), minLength: 8, maxLength: 8 });

const part = fc.oneof(
  text.map((text) => ({ type: "input_text", text })),
  fc.constantFrom<Item>(
    { type: "input_image", image_url: "https://pictures.test/a.png", detail: "low" },
    { type: "input_image", image_url: "data:image/png;base64,iVBORw0KGgo=", detail: "auto" },
    { type: "input_image", file_id: "file-1", detail: "high" },
    { type: "input_file", filename: "a.pdf", file_data: "data:application/pdf;base64,JVBERi0=" },
    { type: "input_file", file_url: "https://files.test/a.pdf" },
    { type: "input_file", file_id: "file-2" },
  ),
);

const question = fc.oneof(
  text.map((text): Item[] => [{ role: "user", content: text }]),
  fc
    .array(part, { minLength: 1, maxLength: 3 })
    .map((content): Item[] => [{ type: "message", role: "user", content }]),
  fc
    .tuple(fc.constantFrom("system", "developer"), text)
    .map(([role, text]): Item[] => [{ type: "message", role, content: [{ type: "input_text", text }] }]),
);

const reasoning = fc
  .record({ id: id.map((name) => `rs_${name}`), summary: fc.array(text, { maxLength: 1 }), data: id })
  .map(
    ({ id: name, summary, data }): Item => ({
      type: "reasoning",
      id: name,
      summary: summary.map((text) => ({ type: "summary_text", text })),
      encrypted_content: `gAAAAA${data}`,
    }),
  );

const words = fc
  .array(
    fc.oneof(
      text.map((said): Item => ({ type: "output_text", text: said })),
      text.map((said): Item => ({ type: "refusal", refusal: said })),
    ),
    { minLength: 1, maxLength: 2 },
  )
  .map((content): Item => ({ type: "message", role: "assistant", content }));

const search = id.map(
  (name): Item => ({
    type: "web_search_call",
    id: `ws_${name}`,
    status: "completed",
    action: { type: "search", query: name },
  }),
);

const output = fc.oneof(text, fc.array(part, { minLength: 1, maxLength: 2 }));

/** Calls of one response, and their results in any order. */
const calls = fc
  .uniqueArray(id, { minLength: 1, maxLength: 3 })
  .chain((ids) =>
    fc.record({
      ids: fc.constant(ids),
      order: fc.shuffledSubarray(ids, { minLength: ids.length }),
      outputs: fc.array(output, { minLength: ids.length, maxLength: ids.length }),
    }),
  )
  .map(({ ids, order, outputs }): Item[] => [
    ...ids.map((name) => ({
      type: "function_call",
      call_id: name,
      name: "look",
      arguments: `{"at":"${name}"}`,
    })),
    ...order.map((name, index) => ({ type: "function_call_output", call_id: name, output: outputs[index] })),
  ]);

const answer = fc
  .tuple(fc.array(fc.oneof(reasoning, search, words), { minLength: 1, maxLength: 3 }), fc.option(calls))
  .map(([said, called]): Item[] => [...said, ...(called ?? [])]);

const turns = fc
  .array(fc.tuple(question, answer), { maxLength: 3 })
  .chain((before) => question.map((last) => [...before.flat(2), ...last]));

const schema = { type: "object", properties: { at: { type: "string" } } };
const tools = fc.subarray<Item>([
  { type: "function", name: "look", description: "Looks.", parameters: schema, strict: false },
  { type: "function", name: "jump", parameters: schema, strict: true },
  { type: "web_search", search_context_size: "low" },
  { type: "file_search", vector_store_ids: ["vs_1"] },
]);

const choice = fc.constantFrom<unknown>(
  "auto",
  "none",
  "required",
  { type: "function", name: "look" },
  { type: "file_search" },
);

const settings = fc.record(
  {
    stream: fc.boolean(),
    max_output_tokens: fc.integer({ min: 16, max: 9000 }),
    temperature: fc.constantFrom(0, 0.5, 1),
    top_p: fc.constantFrom(0.1, 1),
    tool_choice: choice,
    text: fc.constantFrom<unknown>(
      { format: { type: "text" }, verbosity: "low" },
      { format: { type: "json_object" } },
      { format: { type: "json_schema", name: "s", schema, strict: true, description: "d" } },
    ),
    reasoning: fc.constantFrom(
      { effort: "low" },
      { summary: "auto" },
      { effort: "high", summary: "detailed" },
    ),
    metadata: fc.constant({ trace: "1" }),
    user: text,
    prompt_cache_key: text,
    service_tier: fc.constantFrom("default", "flex"),
    truncation: fc.constantFrom("auto", "disabled"),
    include: fc.subarray(["reasoning.encrypted_content", "file_search_call.results"]),
    top_logprobs: fc.integer({ min: 1, max: 5 }),
    max_tool_calls: fc.integer({ min: 1, max: 9 }),
    store: fc.constant(false),
  },
  { requiredKeys: [] },
);

export const request: fc.Arbitrary<Record<string, unknown>> = fc
  .tuple(fc.option(text), fc.oneof(text, turns), tools, settings)
  .map(([instructions, input, given, more]) => ({
    model: "requested-model",
    ...(instructions !== null && { instructions }),
    input,
    ...(given.length > 0 && { tools: given }),
    ...more,
  }));

/**
 * Meaning of a request: its texts with their roles, and its settings. Message boundaries within one role and default
 * values have no meaning.
 */
export function requestMeaning(body: Record<string, unknown>): Record<string, unknown> {
  const {
    input,
    instructions,
    include,
    store: _store,
    truncation,
    stream,
    top_logprobs: alternatives,
    ...rest
  } = body;
  const items: Item[] = typeof input === "string" ? [{ role: "user", content: input }] : (input as Item[]);
  const said = instructions === undefined ? [] : [["system", { type: "input_text", text: instructions }]];
  const included = new Set([...((include as string[] | undefined) ?? []), "reasoning.encrypted_content"]);
  if (alternatives !== undefined) included.add("message.output_text.logprobs");
  return {
    ...rest,
    alternatives,
    stream: stream === true,
    truncation: truncation === "disabled" ? undefined : truncation,
    included: [...included].sort(),
    said: [...said, ...items.flatMap(textOf)],
  };
}

function textOf(item: Item): unknown[] {
  if (item.type === "function_call_output") return [["output", item.call_id, listOf(item.output)]];
  if (item.role === undefined) return [item];
  return listOf(item.content).map((entry) => [item.role, entry]);
}

function listOf(value: unknown): unknown[] {
  return typeof value === "string" ? [{ type: "input_text", text: value }] : (value as unknown[]);
}
