import { describe, expect, it } from "vitest";
import { buildNextRequest, buildRequest } from "./chat-request";
import type { Conversation, Step } from "./conversation";
import { newStep } from "./conversation-changes";
import { beyondBounds, storageLimits } from "./conversation-storage";
import { emptySettings } from "./settings";

const aStep = (part: Partial<Step>): Step => ({ ...newStep("s"), status: "done", ...part });
const lanes = [
  { id: "a", model: "model-a" },
  { id: "b", model: "model-b" },
];
const signed = [{ type: "reasoning.text", text: "thought", signature: "proof", index: 0 }];

const conversation: Conversation = {
  id: "c",
  updatedAt: 1,
  lanes,
  settings: emptySettings,
  turns: [
    {
      id: "t1",
      prompt: { text: "One", attachments: [] },
      answers: [
        {
          laneId: "a",
          model: "model-a",
          steps: [
            aStep({
              text: "Answer",
              reasoning: "thought",
              reasoningDetails: signed,
              toolCalls: [
                { id: "1", name: "f", arguments: "{}", result: "7" },
                { id: "2", name: "g", arguments: "{}" },
              ],
            }),
          ],
        },
      ],
    },
  ],
};

const messagesOf = (body: Record<string, unknown>) => body["messages"] as Record<string, unknown>[];

describe("the messages of a request", () => {
  it("return signed reasoning, and tool calls only with their results", () => {
    const sent = messagesOf(
      buildNextRequest(conversation, { id: "a", model: "model-a" }, { text: "Two", attachments: [] }),
    );
    expect(sent).toEqual([
      { role: "user", content: "One" },
      {
        role: "assistant",
        content: "Answer",
        reasoning_details: signed,
        tool_calls: [{ id: "1", type: "function", function: { name: "f", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: "1", content: "7" },
      { role: "user", content: "Two" },
    ]);
  });

  it("give a model that joins later the first model's answers", () => {
    const joined = { turnId: "t1", laneId: "b", model: "model-b", stepId: "" };
    expect(buildRequest(conversation, joined)["model"]).toBe("model-b");
    const sent = messagesOf(
      buildNextRequest(conversation, { id: "b", model: "model-b" }, { text: "Two", attachments: [] }),
    );
    expect(sent[1]).toMatchObject({ role: "assistant", content: "Answer" });
  });

  it("name the format of a sound by its content", () => {
    const data = "data:audio/wav;base64,AAAA";
    const sound = { id: "f", name: "voice.mp3", kind: "audio", size: 3, data } as const;
    const prompt = { text: "", attachments: [sound] };
    expect(messagesOf(buildNextRequest(conversation, { id: "a", model: "model-a" }, prompt)).at(-1)).toEqual({
      role: "user",
      content: [{ type: "input_audio", input_audio: { data: "AAAA", format: "wav" } }],
    });
  });
});

describe("what the browser keeps", () => {
  it("is the newest conversations within the limits", () => {
    const rows = Array.from({ length: storageLimits.conversations + 2 }, (_, index) => ({
      id: String(index),
      updatedAt: index,
      size: 10,
    }));
    expect(beyondBounds(rows)).toEqual(["1", "0"]);
    expect(
      beyondBounds([
        { id: "old", updatedAt: 1, size: 10 },
        { id: "new", updatedAt: 2, size: storageLimits.characters },
      ]),
    ).toEqual(["old"]);
  });
});
