import type { ChannelCapability } from "@tollgate/contract/channel-tests";
import type { AssistantBlock, ChatCall } from "../canonical/chat.ts";

/** A small call that shows one capability, and a check of its response. */
interface CapabilityCall {
  call: Omit<ChatCall, "model">;
  /** True if the response shows the capability. `thought`: tokens that the upstream counted as reasoning. */
  isShown(content: readonly AssistantBlock[], thought: number): boolean;
}

/** 16 × 16 pixels of pure red, PNG. */
const redSquare =
  "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8BAEmIY1TCqYfhqAACQ+f8B8u7oVwAAAABJRU5ErkJggg==";

const userTurn = (text: string): ChatCall["messages"] => [
  { role: "user", content: [{ type: "text", text }] },
];

function textOf(content: readonly AssistantBlock[]): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

export const capabilityCalls: Readonly<Record<ChannelCapability, CapabilityCall>> = {
  stream: {
    call: { stream: true, messages: userTurn("Say hi."), maxOutputTokens: 16 },
    isShown: (content) => content.length > 0,
  },
  tools: {
    call: {
      stream: false,
      messages: userTurn("What is the weather in Paris? Use the tool."),
      tools: [
        {
          name: "get_weather",
          description: "Current weather of a city.",
          parameters: {
            type: "object",
            properties: { city: { type: "string" } },
            required: ["city"],
          },
        },
      ],
      maxOutputTokens: 200,
    },
    isShown: (content) => content.some((block) => block.type === "tool-call" && block.name === "get_weather"),
  },
  vision: {
    call: {
      stream: false,
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: { kind: "inline", mediaType: "image/png", data: redSquare } },
            { type: "text", text: "Which colour fills this picture? Answer with one English word." },
          ],
        },
      ],
      maxOutputTokens: 200,
    },
    isShown: (content) => /\bred\b/i.test(textOf(content)),
  },
  structured_output: {
    call: {
      stream: false,
      messages: userTurn("How many days has a week? Answer as JSON."),
      responseFormat: {
        type: "json-schema",
        name: "answer",
        schema: {
          type: "object",
          properties: { days: { type: "integer" } },
          required: ["days"],
          additionalProperties: false,
        },
        strict: true,
      },
      maxOutputTokens: 200,
    },
    isShown: (content) => holdsDays(textOf(content)),
  },
  reasoning: {
    call: {
      stream: false,
      messages: userTurn("Is 91 a prime number? Answer yes or no."),
      reasoning: { effort: "low" },
      maxOutputTokens: 2048,
    },
    isShown: (content, thought) =>
      thought > 0 ||
      content.some((block) => block.type === "reasoning" || block.type === "encrypted-reasoning"),
  },
};

/** A model without the capability often adds text or a code fence around its JSON, and fails the check. */
function holdsDays(text: string): boolean {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === "object" && value !== null && "days" in value && Number.isInteger(value.days);
  } catch {
    return false;
  }
}
