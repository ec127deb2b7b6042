import fc from "fast-check";

/** Responses as whole objects, and as the events of a stream. */

type Fields = Record<string, unknown>;

export interface Answer extends Fields {
  status: string;
  output: Fields[];
  tools: Fields[];
}

const text = fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 });
const id = fc.string({ unit: fc.constantFrom("a", "b", "c", "1", "2", "3"), minLength: 10, maxLength: 10 });

const annotation = fc.constantFrom<Fields>(
  { type: "url_citation", url: "https://a.test", title: "A", start_index: 0, end_index: 1 },
  { type: "file_citation", file_id: "file-1", filename: "a.txt", index: 0 },
  { type: "url_citation", url: "https://b.test" },
);

const textPart = fc
  .tuple(text, fc.array(annotation, { maxLength: 2 }))
  .map(([text, annotations]): Fields => ({ type: "output_text", text, annotations, logprobs: [] }));

const message = fc
  .tuple(
    id,
    fc.array(fc.oneof({ weight: 4, arbitrary: textPart }, refusalPart()), { minLength: 1, maxLength: 2 }),
  )
  .map(
    ([name, content]): Fields => ({
      id: `msg_${name}`,
      type: "message",
      status: "completed",
      role: "assistant",
      content,
    }),
  );

function refusalPart(): fc.Arbitrary<Fields> {
  return text.map((text) => ({ type: "refusal", refusal: text }));
}

const reasoning = fc.tuple(id, fc.array(text, { maxLength: 2 }), fc.option(id)).map(
  ([name, summary, data]): Fields => ({
    id: `rs_${name}`,
    type: "reasoning",
    summary: summary.map((text) => ({ type: "summary_text", text })),
    ...(data !== null && { encrypted_content: `gAAAAA${data}` }),
  }),
);

const functionCall = fc.tuple(id, text).map(
  ([name, value]): Fields => ({
    id: `fc_${name}`,
    type: "function_call",
    status: "completed",
    call_id: `call_${name}`,
    name: "look",
    arguments: JSON.stringify({ at: value }),
  }),
);

const customCall = fc.tuple(id, fc.string({ unit: "binary", maxLength: 30 })).map(
  ([name, input]): Fields => ({
    id: `ctc_${name}`,
    type: "custom_tool_call",
    status: "completed",
    call_id: `call_${name}`,
    name: "patch",
    input,
  }),
);

const other = fc.tuple(id, fc.nat(3)).map(([name, kind]): Fields => {
  const kinds: Fields[] = [
    {
      id: `ws_${name}`,
      type: "web_search_call",
      status: "completed",
      action: { type: "search", query: name },
    },
    {
      id: `ig_${name}`,
      type: "image_generation_call",
      status: "completed",
      result: name,
      revised_prompt: "x",
    },
    {
      id: `mcp_${name}`,
      type: "mcp_call",
      status: "completed",
      name: "n",
      arguments: "{}",
      server_label: "s",
      output: name,
    },
    { id: `xx_${name}`, type: "item_of_tomorrow", deep: { a: [1, null] } },
  ];
  return kinds[kind] ?? {};
});

const usage = fc
  .tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(99))
  .map(([input, cached, output, reasoning]) => ({
    input_tokens: input + cached,
    input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
    output_tokens: output + reasoning,
    output_tokens_details: { reasoning_tokens: reasoning },
    total_tokens: input + cached + output + reasoning,
  }));

const ending = fc.constantFrom<Fields>(
  { status: "completed", incomplete_details: null },
  { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
  { status: "incomplete", incomplete_details: { reason: "content_filter" } },
);

const items = fc.uniqueArray(fc.oneof(message, reasoning, functionCall, customCall, other), {
  maxLength: 6,
  selector: (item) => item.id,
});

export const answer: fc.Arbitrary<Answer> = fc.tuple(items, usage, ending).map(([output, counts, end]) => ({
  id: "resp_1",
  object: "response",
  created_at: 1_790_000_000,
  model: "upstream-model",
  tools: [
    { type: "function", name: "look", parameters: {}, strict: false },
    { type: "custom", name: "patch" },
  ],
  output,
  usage: counts,
  status: String(end.status),
  incomplete_details: end.incomplete_details,
}));

/** The events of a response. `cut` returns the length of the next piece of text in characters; 0: all remaining. */
export function eventsOf(given: Answer, cut: () => number): string[] {
  const events: Fields[] = [
    { type: "response.created", response: { ...given, status: "in_progress", output: [], usage: null } },
  ];
  const pieces = (place: Fields, type: string, whole: string): void => {
    for (let at = 0; at < whole.length; ) {
      const length = cut() || whole.length;
      events.push({ ...place, type, delta: whole.slice(at, at + length) });
      at += length;
    }
  };
  given.output.forEach((item, index) => {
    const place = { output_index: index, item_id: item.id };
    events.push({ type: "response.output_item.added", output_index: index, item: begun(item) });
    if (item.type === "function_call")
      pieces(place, "response.function_call_arguments.delta", String(item.arguments));
    if (item.type === "custom_tool_call")
      pieces(place, "response.custom_tool_call_input.delta", String(item.input));
    (item.type === "reasoning" ? (item.summary as Fields[]) : []).forEach((part, number) => {
      pieces({ ...place, summary_index: number }, "response.reasoning_summary_text.delta", String(part.text));
    });
    (item.type === "message" ? (item.content as Fields[]) : []).forEach((part, number) => {
      const at = { ...place, content_index: number };
      if (part.type === "refusal") pieces(at, "response.refusal.delta", String(part.refusal));
      else pieces(at, "response.output_text.delta", String(part.text));
      for (const [count, value] of ((part.annotations as Fields[] | undefined) ?? []).entries())
        events.push({
          ...at,
          type: "response.output_text.annotation.added",
          annotation_index: count,
          annotation: value,
        });
    });
    events.push({ type: "response.output_item.done", output_index: index, item });
  });
  events.push({ type: `response.${given.status}`, response: given });
  return events.map((event, number) => JSON.stringify({ sequence_number: number, ...event }));
}

function begun(item: Fields): Fields {
  const empty: Fields = { content: [], summary: [], arguments: "", input: "" };
  const cleared = Object.keys(empty).filter((key) => key in item);
  return { ...item, ...Object.fromEntries(cleared.map((key) => [key, empty[key]])), status: "in_progress" };
}
