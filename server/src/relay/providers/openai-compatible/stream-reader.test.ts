import { describe, expect, it } from "vitest";
import { aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import { compatibleChat } from "./chat.ts";

const chat = compatibleChat();

describe("OpenAI-compatible streams", () => {
  it("accepts a stream without `[DONE]` once every choice that appeared has its reason", () => {
    const chunk = (index: number, reason: string | null) => ({
      event: "",
      data: JSON.stringify({ choices: [{ index, delta: { content: "Hi" }, finish_reason: reason }] }),
    });
    const ends = (choices: number | undefined, ...events: { event: string; data: string }[]) => {
      const reader = chat.streamReader(
        aChatCall({ stream: true, ...(choices !== undefined && { choices }) }),
      );
      const parts = [...events.flatMap((event) => reader.read(event)), ...reader.end()];
      return parts.filter((part) => part.type === "end").length;
    };
    const done = { event: "", data: "[DONE]" };
    expect(ends(undefined, chunk(0, "stop"))).toBe(1);
    expect(ends(undefined, chunk(0, "stop"), done)).toBe(1);
    expect(ends(undefined, chunk(0, null))).toBe(0);
    expect(ends(2, chunk(0, "stop"))).toBe(1);
    expect(ends(2, chunk(0, "stop"), chunk(1, null))).toBe(0);
    expect(ends(2, chunk(0, "stop"), chunk(1, "length"))).toBe(1);
  });

  it("ends a call's free text at the end of the choice or of the stream", () => {
    const chunk = (choice: object) => ({ event: "", data: JSON.stringify({ choices: [choice] }) });
    const call = (more: object, input: string) =>
      chunk({ delta: { tool_calls: [{ index: 0, ...more, custom: { input, ...more } }] } });
    const read = (...events: { event: string; data: string }[]) => {
      const reader = chat.streamReader(aChatCall({ stream: true }));
      const parts = events.flatMap((event) => reader.read(event));
      return parts.flatMap((part) => (part.type === "tool-arguments" ? part.text : [])).join("");
    };
    const text = [call({ id: "c", name: "sql" }, ""), call({}, 'say "'), call({}, 'hi"\n')];
    const done = { event: "", data: "[DONE]" };
    const whole = JSON.stringify({ input: 'say "hi"\n' });
    expect(read(...text, chunk({ delta: {}, finish_reason: "tool_calls" }), done)).toBe(whole);
    expect(read(...text, done)).toBe(whole);
  });

  it("reads a message as a piece if there are no pieces, and as the cumulative answer after them", () => {
    const read = (...choices: object[]) => {
      const reader = chat.streamReader(aChatCall({ stream: true }));
      return choices.flatMap((choice) =>
        reader
          .read({ event: "", data: JSON.stringify({ choices: [choice] }) })
          .flatMap((part) => (part.type === "text" ? part.text : [])),
      );
    };
    const message = (content: string) => ({ role: "assistant", content });
    expect(read({ message: message("Hel") }, { message: message("lo") })).toEqual(["Hel", "lo"]);
    const pieces = [{ delta: message("Hel"), message: message("Hel") }, { delta: { content: "lo" } }];
    expect(read(...pieces, { message: message("Hello"), finish_reason: "stop" })).toEqual(["Hel", "lo"]);
  });
});
