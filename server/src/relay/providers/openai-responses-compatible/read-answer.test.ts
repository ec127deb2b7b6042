import { describe, expect, it } from "vitest";
import { collectParts, collectResult } from "../../../../test/conformance/collect-parts.ts";
import { aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import { createRandom } from "../../../../test/conformance/random-cuts.ts";
import { spoilJson } from "../../../../test/conformance/spoil-json.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { compatibleResponsesChat } from "./chat.ts";

const chat = compatibleResponsesChat();

const usage = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 10, cache_write_tokens: 5 },
  output_tokens: 20,
  output_tokens_details: { reasoning_tokens: 8 },
  total_tokens: 50,
};

const items = [
  { id: "rs_1", type: "reasoning", summary: [{ text: "One." }, { text: "Two." }], encrypted_content: "gA" },
  { id: "ws_1", type: "web_search_call", status: "completed", action: { type: "search" } },
  {
    id: "msg_1",
    type: "message",
    content: [
      { type: "output_text", text: "Hel", annotations: [] },
      {
        type: "output_text",
        text: "lo.",
        annotations: [{ type: "url_citation", url: "https://a.test", start_index: 0, end_index: 3 }],
      },
    ],
  },
  { id: "fc_1", type: "function_call", call_id: "c1", name: "f", arguments: '{"a":1}' },
  { id: "ctc_1", type: "custom_tool_call", call_id: "c2", name: "g", input: 'x "y"' },
  { id: "sh_1", type: "shell_call", call_id: "c3", action: { commands: ["ls"] } },
  { id: "lsh_1", type: "local_shell_call", call_id: "c4", action: { type: "exec", command: ["ls"] } },
  { id: "fc_2", type: "function_call", call_id: "c5", name: "h", namespace: "n", arguments: { b: 2 } },
];
const whole = {
  id: "resp_1",
  object: "response",
  created_at: 5.5,
  model: "up",
  status: "completed",
  service_tier: "default",
  output: items,
  usage,
};

function read(events: object[]): ChatStreamPart[] {
  const reader = chat.streamReader(aChatCall());
  return [
    ...events.flatMap((event) => reader.read({ event: "", data: JSON.stringify(event) })),
    ...reader.end(),
  ];
}

const created = {
  type: "response.created",
  response: { ...whole, status: "in_progress", output: [], usage: null, service_tier: "auto" },
};
const completed = (output: unknown[] = []) => ({
  type: "response.completed",
  response: { ...whole, output },
});

describe("a whole answer", () => {
  it("is read item by item", () => {
    const result = chat.readResponse(whole, aChatCall());
    expect(result).toMatchObject({
      id: "resp_1",
      model: "up",
      created: 5,
      serviceTier: "default",
      choices: [{ index: 0, stopReason: "tool-calls" }],
    });
    expect(result.choices[0]?.content).toEqual([
      {
        type: "encrypted-reasoning",
        data: "gA",
        dialect: "openai-responses",
        id: "rs_1",
        summary: "One.\n\nTwo.",
      },
      { type: "opaque", dialect: "openai-responses", value: items[1] },
      { type: "text", text: "Hel" },
      {
        type: "text",
        text: "lo.",
        citations: [
          {
            url: "https://a.test",
            start: 3,
            end: 6,
            source: {
              dialect: "openai-responses",
              value: { type: "url_citation", url: "https://a.test", start_index: 0, end_index: 3 },
            },
          },
        ],
      },
      { type: "tool-call", id: "c1", name: "f", arguments: '{"a":1}' },
      { type: "tool-call", id: "c2", name: "g", arguments: '{"input":"x \\"y\\""}' },
      { type: "tool-call", id: "c3", name: "shell", arguments: '{"commands":["ls"]}' },
      { type: "tool-call", id: "c4", name: "local_shell", arguments: '{"command":["ls"]}' },
      { type: "tool-call", id: "c5", name: "h", namespace: "n", arguments: '{"b":2}' },
    ]);
  });

  it("contains the stop reason", () => {
    const stop = (more: object) =>
      chat.readResponse({ ...whole, output: [], ...more }, aChatCall()).choices[0]?.stopReason;
    expect(stop({})).toBe("stop");
    const cut = (reason: string) => ({ status: "incomplete", incomplete_details: { reason } });
    expect(stop(cut("max_output_tokens"))).toBe("length");
    expect(stop(cut("content_filter"))).toBe("filter");
    expect(stop({ status: "incomplete", incomplete_details: null })).toBe("length");
    const final = {
      type: "response.completed",
      response: { ...whole, output: [], ...cut("content_filter") },
    };
    expect(collectParts(read([final])).stop).toBe("filter");
  });

  it("contains an image both unchanged and for callers of other formats", () => {
    const item = { id: "ig_1", type: "image_generation_call", result: "iVBO", output_format: "webp" };
    const { content } = chat.readResponse({ ...whole, output: [item] }, aChatCall()).choices[0] ?? {};
    expect(content).toEqual([
      { type: "opaque", dialect: "openai-responses", value: item },
      { type: "image", source: { kind: "inline", mediaType: "image/webp", data: "iVBO" } },
    ]);
  });

  it("is rejected if empty", () => {
    for (const body of [{}, "<html>", null, { output: null }, { output: [], status: "queued" }])
      expect(() => chat.readResponse(body, aChatCall())).toThrow(UnreadableAnswer);
  });
});

describe("a streamed answer", () => {
  it("is the same, whether its items arrive in pieces, whole, or only at the end", () => {
    const expected = collectResult(chat.readResponse(whole, aChatCall()));
    const done = items.map((item, index) => ({
      type: "response.output_item.done",
      output_index: index,
      item,
    }));
    for (const events of [
      [created, ...done, completed(items)],
      [created, ...done, completed()],
      [completed(items)],
    ]) {
      const collected = collectParts(read(events));
      // A stream emits a summary as reasoning text.
      expect(collected).toEqual({ ...expected, reasoning: "One.\n\nTwo." });
    }
  });

  it("emits pieces as they arrive, and completes omitted ones at their end", () => {
    const added = (index: number, item: object) => ({
      type: "response.output_item.added",
      output_index: index,
      item,
    });
    const parts = read([
      created,
      added(0, { id: "rs_1", type: "reasoning", summary: [] }),
      { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 0, delta: "One." },
      { type: "response.reasoning_summary_text.done", output_index: 0, summary_index: 0, text: "One." },
      { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 1, delta: "Two." },
      { type: "response.output_item.done", output_index: 0, item: items[0] },
      added(1, { id: "msg_1", type: "message", content: [] }),
      { type: "response.output_text.delta", output_index: 1, content_index: 0, delta: "Hel" },
      { type: "response.output_text.done", output_index: 1, content_index: 0, text: "Hel" },
      { type: "response.output_text.done", output_index: 1, content_index: 1, text: "lo." },
      { type: "response.output_item.done", output_index: 1, item: items[2] },
      added(2, { id: "ctc_1", type: "custom_tool_call", call_id: "c2", name: "g", input: "" }),
      { type: "response.custom_tool_call_input.delta", output_index: 2, delta: 'x "' },
      added(3, { id: "fc_1", type: "function_call", call_id: "c1", name: "f", arguments: "" }),
      { type: "response.function_call_arguments.done", output_index: 3, arguments: '{"a":1}' },
      { type: "response.custom_tool_call_input.delta", output_index: 2, delta: 'y"' },
      {
        type: "response.incomplete",
        response: { ...whole, output: [], incomplete_details: { reason: "max_output_tokens" } },
      },
    ]);
    expect(
      parts.filter(
        (part) => part.type === "text" || part.type === "citation" || part.type === "reasoning-start",
      ),
    ).toMatchObject([
      { type: "reasoning-start", id: "rs_1" },
      { text: "Hel" },
      { text: "lo." },
      { citation: { url: "https://a.test", start: 3, end: 6 } },
    ]);
    expect(parts).toContainEqual({
      type: "encrypted-reasoning",
      choice: 0,
      data: "gA",
      dialect: "openai-responses",
      id: "rs_1",
    });
    expect(collectParts(parts)).toMatchObject({
      text: "Hello.",
      reasoning: "One.\n\nTwo.",
      tools: [
        { id: "c2", name: "g", arguments: '{"input":"x \\"y\\""}' },
        { id: "c1", name: "f", arguments: '{"a":1}' },
      ],
      stop: "length",
      ended: true,
    });
  });

  it("emits every part of a whole reasoning item as one text", () => {
    const part = (content_index: number, text: string) => ({
      type: "response.reasoning_text.done",
      output_index: 0,
      content_index,
      text,
    });
    const parts = read([created, part(0, "One, "), part(1, "two."), part(1, "two."), completed()]);
    expect(collectParts(parts).reasoning).toBe("One, two.");
  });

  it("ends items by id at the answer's end if they have no index", () => {
    const parts = read([
      created,
      { type: "response.output_text.delta", item_id: "msg_1", content_index: 0, delta: "Hel" },
      { type: "response.output_item.added", item: { ...items[3], arguments: "" } },
      { type: "response.function_call_arguments.delta", item_id: "fc_1", delta: '{"a":1}' },
      completed([items[2], items[3]]),
    ]);
    expect(collectParts(parts)).toMatchObject({
      text: "Hello.",
      tools: [{ id: "c1", name: "f", arguments: '{"a":1}' }],
    });
  });

  it("emits the reasoning text or its summary, not both", () => {
    const place = { output_index: 0, item_id: "rs_1" };
    const parts = read([
      { type: "response.reasoning_text.delta", ...place, content_index: 0, delta: "Thought." },
      { type: "response.reasoning_summary_text.delta", ...place, summary_index: 0, delta: "Summary." },
      {
        type: "response.output_item.done",
        ...place,
        item: {
          id: "rs_1",
          type: "reasoning",
          summary: [{ text: "Summary." }],
          content: [{ text: "Thought." }],
        },
      },
      completed(),
    ]);
    expect(collectParts(parts).reasoning).toBe("Thought.");
  });

  it("accepts missing indexes, event names in the data, and `[DONE]` at the end", () => {
    const reader = chat.streamReader(aChatCall());
    const message = {
      id: "msg_1",
      type: "message",
      content: [{ type: "output_text", text: "Hi", annotations: [] }],
    };
    const parts = [
      ...reader.read({ event: "response.output_text.delta", data: '{"item_id":"msg_1","delta":"Hi"}' }),
      ...reader.read({ event: "response.output_item.done", data: JSON.stringify({ item: message }) }),
      ...reader.read({ event: "ping", data: "{}" }),
      ...reader.read({
        event: "response.completed",
        data: JSON.stringify({ response: { ...whole, output: [message] } }),
      }),
      ...reader.read({ event: "", data: "[DONE]" }),
    ];
    expect(collectParts(parts)).toMatchObject({ text: "Hi", stop: "stop", ended: true });
  });

  it("emits an item once, for any ids of its events, and nothing after the end", () => {
    const message = (id: string) => ({
      id,
      type: "message",
      content: [{ type: "output_text", text: "Hi", annotations: [] }],
    });
    const end = completed([message("three")]);
    const parts = read([
      created,
      { type: "response.output_item.added", output_index: 0, item: { ...message("one"), content: [] } },
      { type: "response.output_text.delta", output_index: 0, item_id: "two", content_index: 0, delta: "Hi" },
      { type: "response.output_item.done", output_index: 0, item: message("two") },
      end,
      end,
    ]);
    expect(parts.map((part) => part.type)).toEqual(["start", "text", "stop", "service-tier", "usage", "end"]);
  });

  it("contains the tier that served, not the requested one", () => {
    const parts = read([{ ...completed(), response: { ...whole, output: [], service_tier: "auto" } }]);
    expect(parts.some((part) => part.type === "service-tier")).toBe(false);
    expect(chat.readResponse({ ...whole, service_tier: "auto" }, aChatCall())).not.toHaveProperty(
      "serviceTier",
    );
  });

  it("never ends without its final event", () => {
    expect(
      read([
        created,
        { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "Hi" },
      ]).some((part) => part.type === "end"),
    ).toBe(false);
  });

  it("ignores broken events", () => {
    const random = createRandom(5);
    const lines: object[] = [
      created,
      ...items.flatMap((item, index) => [
        { type: "response.output_item.added", output_index: index, item },
        { type: "response.output_item.done", output_index: index, item },
      ]),
      { type: "response.function_call_arguments.delta", output_index: 3, delta: "x" },
      completed(items),
    ];
    for (let round = 0; round < 1000; round++) {
      const reader = chat.streamReader(aChatCall());
      const spoilt = Math.floor(random() * lines.length);
      try {
        lines.forEach((line, index) => {
          reader.read({ event: "", data: JSON.stringify(index === spoilt ? spoilJson(line, random) : line) });
        });
        chat.readResponse(spoilJson(whole, random), aChatCall());
      } catch (error) {
        expect(error).toBeInstanceOf(UnreadableAnswer);
      }
    }
  });
});
