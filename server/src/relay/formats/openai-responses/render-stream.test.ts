import { noUsage } from "@tollgate/contract/cost";
import { describe, expect, it } from "vitest";
import { streamResponseWithSdk } from "../../../../test/conformance/read-with-responses-sdk.ts";
import { createRandom } from "../../../../test/conformance/random-cuts.ts";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import type { RenderContext } from "../format.ts";
import { format } from "./index.ts";
import { createPlainInputReader, readPlainInput } from "./plain-input.ts";

const context: RenderContext = {
  requestedModel: "requested",
  requestId: "req-1",
  now: 1_790_000_000,
  wantsStreamUsage: true,
  request: { tools: [{ type: "custom", name: "patch" }, { type: "shell" }] },
};
const usage = { ...noUsage, input: 3, output: 2 };
const choice = 0;

function stream(parts: ChatStreamPart[]): string {
  const renderer = format.streamRenderer(context);
  return parts.map((part) => renderer.render(part)).join("") + renderer.finish(usage);
}

type Event = Record<string, unknown> & { type: string };

/** The events; checks the name of each frame against its type. */
function eventsOf(text: string): Event[] {
  return text
    .trimEnd()
    .split("\n\n")
    .map((frame) => {
      const [name = "", data = ""] = frame.split("\n");
      const event = JSON.parse(data.slice("data: ".length)) as Event;
      expect(name).toBe(`event: ${event.type}`);
      return event;
    });
}

const start: ChatStreamPart = { type: "start", id: "resp_up", model: "upstream", created: 5 };

const everything: ChatStreamPart[] = [
  start,
  { type: "reasoning", choice, text: "Hm" },
  { type: "reasoning", choice, text: "m." },
  { type: "text", choice, text: 'See "' },
  { type: "text", choice, text: "日本\n" },
  { type: "citation", choice, citation: { url: "https://e.test", title: "E", start: 0, end: 3 } },
  { type: "refusal", choice, text: "No." },
  { type: "tool-call", choice, block: 0, id: "a", name: "look" },
  { type: "tool-arguments", choice, block: 0, text: '{"x"' },
  { type: "tool-call", choice, block: 1, id: "b", name: "patch" },
  { type: "tool-arguments", choice, block: 1, text: '{"input":"one' },
  { type: "tool-arguments", choice, block: 0, text: ":1}" },
  { type: "tool-call", choice, block: 2, id: "c", name: "shell" },
  { type: "tool-arguments", choice, block: 2, text: '{"commands":["ls"]}' },
  { type: "tool-arguments", choice, block: 1, text: ' two"}' },
  { type: "stop", choice, reason: "tool-calls" },
  { type: "service-tier", tier: "flex" },
  { type: "usage", usage },
  { type: "end" },
];

const eventLine = (type: string, ...places: (number | string)[]): string => [type, ...places].join(" ");

describe("streamRenderer", () => {
  const events = eventsOf(stream(everything));

  it("sends everything in the order of the API, each event with its place", () => {
    const short = events.map((event) => {
      const places = [event.output_index, event.content_index ?? event.summary_index, event.annotation_index];
      return eventLine(
        event.type.replace("response.", ""),
        ...(places.filter((place) => place !== undefined) as number[]),
      );
    });
    expect(short).toEqual([
      "created",
      "in_progress",
      "output_item.added 0",
      "reasoning_summary_part.added 0 0",
      "reasoning_summary_text.delta 0 0",
      "reasoning_summary_text.delta 0 0",
      "reasoning_summary_text.done 0 0",
      "reasoning_summary_part.done 0 0",
      "output_item.done 0",
      "output_item.added 1",
      "content_part.added 1 0",
      "output_text.delta 1 0",
      "output_text.delta 1 0",
      "output_text.annotation.added 1 0 0",
      "output_text.done 1 0",
      "content_part.done 1 0",
      "content_part.added 1 1",
      "refusal.delta 1 1",
      "refusal.done 1 1",
      "content_part.done 1 1",
      "output_item.done 1",
      "output_item.added 2",
      "function_call_arguments.delta 2",
      "output_item.added 3",
      "custom_tool_call_input.delta 3",
      "function_call_arguments.delta 2",
      "custom_tool_call_input.delta 3",
      "function_call_arguments.done 2",
      "output_item.done 2",
      "custom_tool_call_input.done 3",
      "output_item.done 3",
      "output_item.added 4",
      "output_item.done 4",
      "completed",
    ]);
    expect(events.map((event) => event.sequence_number)).toEqual(events.map((_event, index) => index));
  });

  it("includes the item's id in every event of an item", () => {
    const ids = new Map<unknown, unknown>();
    for (const event of events)
      if (event.type === "response.output_item.added")
        ids.set(event.output_index, (event.item as { id: string }).id);
    expect(new Set(ids.values()).size).toBe(5);
    for (const event of events)
      if ("item_id" in event) expect(event.item_id).toBe(ids.get(event.output_index));
  });

  it("repeats everything in its last event, and the SDK accepts it all", async () => {
    const { response, events: seen } = await streamResponseWithSdk(stream(everything));
    expect(seen.length).toBe(events.length);
    const last = events.find((event) => event.type === "response.completed") ?? { response: undefined };
    const { output, ...frame } = last.response as { output: unknown[] };
    const ended = events
      .filter((event) => event.type === "response.output_item.done")
      .map((event) => event.item);
    expect(output).toEqual(ended);
    expect(frame).toMatchObject({
      id: "resp_up",
      created_at: 5,
      model: "requested",
      status: "completed",
      service_tier: "flex",
      usage: { total_tokens: 5 },
    });
    expect(response.output_text).toBe('See "日本\n');
    expect(response.output).toMatchObject([
      { type: "reasoning", summary: [{ text: "Hmm." }] },
      { type: "message", status: "completed" },
      { type: "function_call", call_id: "a", arguments: '{"x":1}' },
      { type: "custom_tool_call", call_id: "b", input: "one two" },
      { type: "shell_call", call_id: "c", action: { commands: ["ls"] } },
    ]);
  });

  it("ends a truncated response as incomplete, with the truncated item", () => {
    const cut = eventsOf(
      stream([start, { type: "text", choice, text: "Half" }, { type: "stop", choice, reason: "length" }]),
    );
    expect(cut.at(-1)).toMatchObject({
      type: "response.incomplete",
      response: {
        status: "incomplete",
        incomplete_details: { reason: "max_output_tokens" },
        output: [{ status: "incomplete" }],
      },
    });
  });

  it("completes a response even without start or stop parts", async () => {
    const { response } = await streamResponseWithSdk(stream([{ type: "text", choice, text: "x" }]));
    expect(response).toMatchObject({ id: "resp_req1", status: "completed", output_text: "x" });
    expect((await streamResponseWithSdk(stream([]))).response).toMatchObject({
      status: "completed",
      output: [],
    });
  });

  it("shows what had come when it fails: text, a refusal, reasoning", () => {
    const error = { status: 502, type: "server_error", code: "upstream_error", message: "Broke." } as const;
    const sent = (parts: ChatStreamPart[]): unknown => {
      const renderer = format.streamRenderer(context);
      for (const part of [start, ...parts]) renderer.render(part);
      const failed = eventsOf(renderer.fail({ ...error, requestId: "req-1" })).at(-1);
      return (failed as unknown as { response: { output: unknown } }).response.output;
    };
    expect(
      sent([
        { type: "reasoning", choice, text: "Hm" },
        { type: "reasoning", choice, text: "m." },
      ]),
    ).toMatchObject([{ type: "reasoning", summary: [{ text: "Hmm." }] }]);
    const hello: ChatStreamPart[] = [
      { type: "text", choice, text: "Hel" },
      { type: "text", choice, text: "lo" },
    ];
    expect(sent(hello)).toMatchObject([{ type: "message", content: [{ text: "Hello" }] }]);
    expect(
      sent([...hello, { type: "refusal", choice, text: "I can" }, { type: "refusal", choice, text: "not." }]),
    ).toMatchObject([
      {
        type: "message",
        content: [
          { type: "output_text", text: "Hello" },
          { type: "refusal", refusal: "I cannot." },
        ],
      },
    ]);
  });

  it("sends an error that the SDK throws, and that readers of events see", async () => {
    const renderer = format.streamRenderer(context);
    const begun = renderer.render(start) + renderer.render({ type: "text", choice, text: "Hel" });
    const text =
      begun +
      renderer.fail({
        status: 502,
        type: "server_error",
        code: "upstream_error",
        message: "Broke.",
        requestId: "req-1",
      });
    await expect(streamResponseWithSdk(text)).rejects.toThrow("Broke. (request id: req-1)");
    const failed = eventsOf(text).slice(-2);
    expect(failed[0]).toMatchObject({ type: "error", code: "upstream_error", sequence_number: 5 });
    expect(failed[1]).toMatchObject({
      type: "response.failed",
      sequence_number: 6,
      response: {
        status: "failed",
        error: { code: "upstream_error", message: "Broke. (request id: req-1)" },
      },
    });
  });

  it("adds encrypted reasoning to the text with the same id, and to no other", () => {
    const encrypted = (id: string): ChatStreamPart => ({
      type: "encrypted-reasoning",
      choice,
      data: id,
      dialect: "openai-responses",
      id,
    });
    const words: ChatStreamPart[] = [
      { type: "reasoning-start", choice, id: "rs_1" },
      { type: "reasoning", choice, text: "One." },
    ];
    const outputOf = (parts: ChatStreamPart[]) =>
      (eventsOf(stream([start, ...parts])).at(-1) as unknown as { response: { output: unknown[] } }).response
        .output;
    const one = { id: "rs_1", summary: [{ text: "One." }] };
    expect(outputOf([...words, encrypted("rs_1")])).toMatchObject([{ ...one, encrypted_content: "rs_1" }]);
    const two = outputOf([...words, encrypted("rs_2")]);
    expect(two).toMatchObject([one, { id: "rs_2", summary: [], encrypted_content: "rs_2" }]);
    expect(two[0]).not.toHaveProperty("encrypted_content");
  });

  it("sends only the first of several choices", () => {
    const text = stream([
      start,
      { type: "text", choice: 0, text: "a" },
      { type: "text", choice: 1, text: "b" },
    ]);
    expect(eventsOf(text).filter((event) => event.type === "response.output_text.delta")).toHaveLength(1);
  });

  it("sends an image of its own dialect once", () => {
    const value = { id: "ig_1", type: "image_generation_call", status: "completed", result: "iVBO" };
    const picture: ChatStreamPart[] = [
      { type: "opaque", choice, block: { type: "opaque", dialect: "openai-responses", value } },
      { type: "image", choice, source: { kind: "inline", mediaType: "image/png", data: "iVBO" } },
      { type: "image", choice, source: { kind: "inline", mediaType: "image/png", data: "other" } },
      {
        type: "opaque",
        choice,
        block: { type: "opaque", dialect: "anthropic-messages", value: { type: "x" } },
      },
    ];
    const last = eventsOf(stream([start, ...picture])).at(-1) as unknown as {
      response: { output: unknown[] };
    };
    expect(last.response.output).toMatchObject([value, { type: "image_generation_call", result: "other" }]);
  });
});

describe("plain input", () => {
  it("reads the text while it arrives, however its arguments are cut", () => {
    const random = createRandom(7);
    for (const input of [
      "",
      "plain",
      'a "quoted" \\ line\nwith\ttabs 日本 😀',
      "\u0000\u001f",
      "\\u0041",
      '"}',
    ]) {
      const whole = JSON.stringify({ input }).replace("é", "\\u00e9");
      for (let round = 0; round < 200; round++) {
        const reader = createPlainInputReader();
        let text = "";
        for (let at = 0; at < whole.length; ) {
          const length = 1 + Math.floor(random() * 4);
          text += reader.push(whole.slice(at, at + length));
          at += length;
        }
        expect(text + reader.end()).toBe(input);
      }
    }
  });

  it("returns the text before its end has arrived", () => {
    const reader = createPlainInputReader();
    expect(reader.push('{ "input" : "one')).toBe("one");
    expect(reader.push(" two\\")).toBe(" two");
    expect(reader.push('n"}')).toBe("\n");
    expect(reader.end()).toBe("");
  });

  it.each([
    ['{"input":"cut', "cut"],
    ['{"reason":"x","input":"late"}', "late"],
    ["no json", "no json"],
    ['{"patch":"x"}', '{"patch":"x"}'],
    ["{}", ""],
    ["", ""],
    ['{"input":"line\nend"}', "line\nend"],
  ])("reads %j as %j", (args, input) => {
    expect(readPlainInput(args)).toBe(input);
  });
});
