import { describe, expect, it } from "vitest";
import { aChannelView, aChatCall } from "../../../../test/conformance/provider-conformance.ts";
import { problemFromStatus } from "../kit/problem-from-status.ts";
import { type ChatCapability } from "../provider.ts";
import { UnreadableAnswer } from "../../canonical/unreadable-answer.ts";
import { compatibleChat } from "./chat.ts";
import { chatInTwoProtocols, createUnmarkedStreamReader, readResponseOrProblem } from "./older-protocol.ts";

const options = {
  reshape: (answer: Record<string, unknown>) =>
    answer.bad === undefined ? answer : { error: { code: "x", message: answer.bad } },
};
const chunk = (content: string, reason: string | null, more: object = {}) => ({
  event: "",
  data: JSON.stringify({
    id: "c",
    choices: [{ index: 0, delta: { content }, finish_reason: reason }],
    ...more,
  }),
});
const done = { event: "", data: "[DONE]" };

describe("createUnmarkedStreamReader", () => {
  const typesOf = (lacks: "done" | "reason", ...events: { event: string; data: string }[]) => {
    const reader = createUnmarkedStreamReader(options, problemFromStatus, lacks);
    return [...events.flatMap((event) => reader.read(event)), ...reader.end()].map((part) => part.type);
  };
  const usage = { usage: { prompt_tokens: 1, completion_tokens: 1 } };

  it("ends with the event that has a reason, its usage included, and ignores later events", () => {
    expect(typesOf("done", chunk("a", null), chunk("", "stop", usage), chunk("b", null), done)).toEqual([
      "start",
      "text",
      "stop",
      "usage",
      "end",
    ]);
  });

  it("waits for `[DONE]` if there is one, and reports a plain stop then", () => {
    expect(typesOf("reason", chunk("a", "stop"), chunk("", null, usage), done)).toEqual([
      "start",
      "text",
      "stop",
      "usage",
      "end",
    ]);
    expect(typesOf("reason", chunk("a", null), done)).toEqual(["start", "text", "stop", "end"]);
  });

  it("does not invent an end for a stream that broke off", () => {
    expect(typesOf("done", chunk("a", null))).toEqual(["start", "text"]);
    expect(typesOf("reason", chunk("a", "stop"))).toEqual(["start", "text", "stop"]);
  });

  it("reports a problem in the vendor's own shape", () => {
    expect(typesOf("done", { event: "", data: '{"bad":"no"}' })).toEqual(["problem"]);
  });
});

describe("readResponseOrProblem", () => {
  it("throws the vendor's own reason", () => {
    const read = () => readResponseOrProblem({ bad: "out of order" }, options, problemFromStatus);
    expect(read).toThrow(UnreadableAnswer);
    expect(read).toThrow("out of order");
    expect(read).toThrow(
      expect.objectContaining({
        problem: { kind: "server", status: 200, code: "x", message: "out of order" },
      }),
    );
  });
});

describe("chatInTwoProtocols", () => {
  const older: ChatCapability = {
    buildRequest: () => ({ method: "POST", url: "older:", headers: {} }),
    readResponse: () => ({ id: "older", model: "", choices: [] }),
    streamReader: () => ({ read: () => [{ type: "start", id: "older", model: "" }], end: () => [] }),
  };
  const chat = chatInTwoProtocols(compatibleChat(), {
    chat: older,
    isSelected: (channel) => channel.other === "older",
    owns: (answer) => answer.old === true,
  });

  it("sends the protocol that the channel selects, and parses the one that arrives", () => {
    expect(chat.buildRequest(aChatCall(), aChannelView({ other: "older" })).url).toBe("older:");
    expect(chat.buildRequest(aChatCall(), aChannelView()).url).toMatch(/chat\/completions$/);
    expect(chat.readResponse({ old: true }, aChatCall()).id).toBe("older");
    const body = { id: "new", choices: [{ message: { content: "x" } }] };
    expect(chat.readResponse(body, aChatCall()).id).toBe("new");
    expect(chat.streamReader(aChatCall()).read({ event: "", data: '{"old":true}' })[0]).toMatchObject({
      id: "older",
    });
    expect(chat.streamReader(aChatCall()).read(chunk("a", null))[0]).toMatchObject({ id: "c" });
    expect(chat.streamReader(aChatCall()).end()).toEqual([]);
  });

  it("keeps the first event's protocol", () => {
    const reader = chat.streamReader(aChatCall());
    reader.read({ event: "", data: '{"old":true}' });
    expect(reader.read(chunk("a", null))[0]).toMatchObject({ id: "older" });
  });
});
