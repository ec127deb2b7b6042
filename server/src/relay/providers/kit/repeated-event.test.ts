import { describe, expect, it } from "vitest";
import type { ChatStreamPart } from "../../canonical/chat-stream.ts";
import { createMessageStreamReader } from "../anthropic-compatible/stream-reader.ts";
import { createChatStreamReader } from "../openai-compatible/stream-reader.ts";
import type { StreamReader } from "../provider.ts";
import { RepeatedEvent } from "./repeated-event.ts";

const texts = [
  "Hel",
  "lo",
  " ",
  'a "quoted" word',
  "back\\slash",
  "line\nend",
  "你好",
  "é",
  "/",
  "id",
  "a",
  "a",
  "😀",
  "\u2028",
];

/** How vendors write a text: as JavaScript does, in ASCII alone, and with escaped slashes. */
const writers: Record<string, (text: string) => string> = {
  plain: (text) => JSON.stringify(text),
  ascii: (text) =>
    JSON.stringify(text).replace(
      /[^ -~]/g,
      (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  slashes: (text) => JSON.stringify(text).replaceAll("/", "\\/"),
};

const chatEvent = (text: string, extra = "") =>
  `{"id":"a","object":"chat.completion.chunk","model":"m","choices":[{"index":0,"delta":{"content":${text}},"finish_reason":null}]${extra}}`;
const messageEvent = (text: string, extra = "") =>
  `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":${text}}${extra}}`;

const readers: [string, () => StreamReader, typeof chatEvent][] = [
  ["Chat Completions", () => createChatStreamReader({}, readNoProblem), chatEvent],
  ["Messages", createMessageStreamReader, messageEvent],
];

function readNoProblem(): never {
  throw new Error("no event is an error");
}

function textOf(reader: StreamReader, events: readonly string[]): string[] {
  return events
    .flatMap((data) => [...reader.read({ event: "", data })])
    .flatMap((part) => ("text" in part ? [part.text] : []));
}

describe.each(readers)("events of one text, in %s", (_name, createReader, write) => {
  it.each(Object.keys(writers))("are read as they were written (%s)", (name) => {
    const events = texts.map((text) => write(writers[name]?.(text) ?? ""));
    expect(textOf(createReader(), events)).toEqual(texts);
  });

  it("are read the same beside a field that changes", () => {
    const events = texts.map((text, index) => write(JSON.stringify(text), `,"extra":${index}`));
    expect(textOf(createReader(), events)).toEqual(texts);
  });

  it.each(['a" b', 'a"}],"x":"', "a\nb", "a\\", "\\x41"])(
    "are refused if they are not JSON: %j",
    (written) => {
      const reader = createReader();
      textOf(
        reader,
        ["one", "two"].map((text) => write(JSON.stringify(text))),
      );
      expect(() => textOf(reader, [write(`"${written}"`)])).toThrow("not JSON");
    },
  );

  it("are read on after an event of another kind", () => {
    const reader = createReader();
    const events = ["one", "two"].map((text) => write(JSON.stringify(text)));
    const again = () => textOf(reader, events);
    expect(again()).toEqual(["one", "two"]);
    reader.read({ event: "", data: `{"type":"ping","choices":[]}` });
    expect(again()).toEqual(["one", "two"]);
  });
});

describe("a repeated event", () => {
  const part = { type: "text", choice: 0, text: "one" } satisfies ChatStreamPart;
  const noted = (data: string, text = "one"): RepeatedEvent => {
    const repeated = new RepeatedEvent();
    repeated.note({ event: "", data }, { ...part, text });
    return repeated;
  };
  const read = (repeated: RepeatedEvent, data: string, event = "") => repeated.read({ event, data });

  it("gives its text without being parsed", () => {
    expect(read(noted(`{"t":"one","n":1}`), `{"t":"tw\\"o","n":1}`)).toEqual([{ ...part, text: 'tw"o' }]);
  });

  it.each([
    ["another field", `{"t":"two","n":2}`, ""],
    ["another name", `{"t":"two","n":1}`, "error"],
    ["no text", `{"t":"","n":1}`, ""],
    ["less than the frame", `{"t":"`, ""],
  ])("is parsed if it has %s", (_name, data, event) => {
    expect(read(noted(`{"t":"one","n":1}`), data, event)).toBeUndefined();
  });

  it.each([
    ["is there twice", `{"t":"one","n":"one"}`],
    ["may be written in another way", `{"t":"on\\u0065","n":"one"}`],
    ["is not there", `{"t":"on\\u0065"}`],
    ["is within a long event", `{"t":"one","n":"${"x".repeat(5000)}"}`],
  ])("is not expected after an event whose text %s", (_name, data) => {
    expect(read(noted(data), data.replace('"one"', '"two"'))).toBeUndefined();
  });

  it("is not expected after another one, until it is noted again", () => {
    const repeated = noted(`{"t":"one"}`);
    expect(read(repeated, `{"t":"one","stop":true}`)).toBeUndefined();
    expect(read(repeated, `{"t":"two"}`)).toBeUndefined();
    repeated.note({ event: "", data: `{"t":"two"}` }, { ...part, text: "two" });
    expect(read(repeated, `{"t":"three"}`)).toHaveLength(1);
  });

  it("is no longer expected once three events in a row were not alike", () => {
    const repeated = new RepeatedEvent();
    const note = (index: number) => repeated.note({ event: "", data: `{"t":"one","n":${index}}` }, part);
    const isRead = (index: number) => read(repeated, `{"t":"two","n":${index}}`) !== undefined;
    const miss = (times: number) => {
      for (let index = 0; index < times; index++) {
        note(index);
        expect(isRead(index + 1)).toBe(false);
      }
    };
    miss(2);
    note(0);
    expect(isRead(0)).toBe(true);
    miss(3);
    note(0);
    expect(isRead(0)).toBe(false);
  });
});

describe("an event of a text", () => {
  it("with pieces of a tool call is parsed, also if these have no part yet", () => {
    const write = (text: string, more: string) =>
      `{"id":"a","choices":[{"index":0,"delta":{"content":"${text}","tool_calls":[{"index":0,"function":{${more}}}]}}]}`;
    const reader = createChatStreamReader({}, readNoProblem);
    const events = [
      chatEvent('"start"'),
      write("x", '"arguments":"[1]"'),
      write("y", '"arguments":"[1]"'),
      write("z", '"name":"f"'),
    ];
    const parts = events.flatMap((data) => [...reader.read({ event: "", data })]);
    expect(parts.filter(({ type }) => type === "tool-arguments")).toMatchObject([{ text: "[1][1]" }]);
  });

  it("that begins a block is parsed: each block is kept apart", () => {
    const reader = createMessageStreamReader();
    const start = (text: string) =>
      `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"${text}"}}`;
    expect(textOf(reader, [start("a"), start("b"), start("c")])).toEqual(["a", "", "b", "", "c"]);
  });

  it("that was put together is parsed, though another field has the same", () => {
    const reader = createChatStreamReader({}, readNoProblem);
    const write = (id: string) =>
      `{"id":"${id}","choices":[{"index":0,"delta":{"content":[{"type":"thinking","thinking":[{"text":"a"},{"text":"b"}]}]}}]}`;
    expect(textOf(reader, [chatEvent('"start"'), write("ab"), write("zz")])).toEqual(["start", "ab", "ab"]);
  });
});
