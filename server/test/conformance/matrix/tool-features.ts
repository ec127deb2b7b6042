import type { ChatDialect, FeatureGroup } from "./features.ts";
import { question } from "./features.ts";

type Fields = Record<string, unknown>;

const schema = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
const name = "get_weather";
const description = "Returns the weather.";

/** The same tool in every format. */
const tools: Record<ChatDialect, Fields> = {
  "openai-chat": { tools: [{ type: "function", function: { name, description, parameters: schema } }] },
  "openai-responses": { tools: [{ type: "function", name, description, parameters: schema, strict: false }] },
  "anthropic-messages": { tools: [{ name, description, input_schema: schema }] },
  "gemini-generate": {
    tools: [{ functionDeclarations: [{ name, description, parametersJsonSchema: schema }] }],
  },
};

function withTools(more: Partial<Record<ChatDialect, Fields>>): Partial<Record<ChatDialect, Fields>> {
  return Object.fromEntries(
    Object.entries(more).map(([format, fields]) => [format, { ...tools[format as ChatDialect], ...fields }]),
  );
}

const cities = ["Lausanne", "Zermatt"] as const;
const weathers = ["snow by noon", "sun all day"] as const;

/** Two calls in one turn and both results in the next. */
const answered = withTools({
  "openai-chat": {
    messages: [
      { role: "user", content: question },
      {
        role: "assistant",
        content: null,
        tool_calls: cities.map((city, at) => ({
          id: `call_${at}`,
          type: "function",
          function: { name, arguments: JSON.stringify({ city }) },
        })),
      },
      ...weathers.map((content, at) => ({ role: "tool", tool_call_id: `call_${at}`, content })),
    ],
  },
  "openai-responses": {
    input: [
      { role: "user", content: question },
      ...cities.map((city, at) => ({
        type: "function_call",
        call_id: `call_${at}`,
        name,
        arguments: JSON.stringify({ city }),
      })),
      ...weathers.map((output, at) => ({ type: "function_call_output", call_id: `call_${at}`, output })),
    ],
  },
  "anthropic-messages": {
    messages: [
      { role: "user", content: question },
      {
        role: "assistant",
        content: cities.map((city, at) => ({ type: "tool_use", id: `call_${at}`, name, input: { city } })),
      },
      {
        role: "user",
        content: weathers.map((content, at) => ({ type: "tool_result", tool_use_id: `call_${at}`, content })),
      },
    ],
  },
  "gemini-generate": {
    contents: [
      { role: "user", parts: [{ text: question }] },
      {
        role: "model",
        parts: cities.map((city, at) => ({ functionCall: { id: `call_${at}`, name, args: { city } } })),
      },
      {
        role: "user",
        parts: weathers.map((output, at) => ({
          functionResponse: { id: `call_${at}`, name, response: { output } },
        })),
      },
    ],
  },
});

const png = "iVBORw0KGgo=";
const picture = `data:image/png;base64,${png}`;
const call = { type: "function", function: { name, arguments: "{}" } };

/** A call with an image as its result. */
const shown = withTools({
  "openai-chat": {
    messages: [
      { role: "user", content: question },
      { role: "assistant", content: null, tool_calls: [{ id: "call_0", ...call }] },
      { role: "tool", tool_call_id: "call_0", content: [{ type: "image_url", image_url: { url: picture } }] },
    ],
  },
  "openai-responses": {
    input: [
      { role: "user", content: question },
      { type: "function_call", call_id: "call_0", name, arguments: "{}" },
      {
        type: "function_call_output",
        call_id: "call_0",
        output: [{ type: "input_image", image_url: picture }],
      },
    ],
  },
  "anthropic-messages": resultOf({
    content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: png } }],
  }),
  "gemini-generate": {
    contents: [
      { role: "user", parts: [{ text: question }] },
      { role: "model", parts: [{ functionCall: { id: "call_0", name, args: {} } }] },
      {
        role: "user",
        parts: [
          {
            functionResponse: {
              id: "call_0",
              name,
              response: { output: "see the picture" },
              parts: [{ inlineData: { mimeType: "image/png", data: png } }],
            },
          },
        ],
      },
    ],
  },
});

function resultOf(result: Fields): Fields {
  return {
    messages: [
      { role: "user", content: question },
      { role: "assistant", content: [{ type: "tool_use", id: "call_0", name, input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "call_0", ...result }] },
    ],
  };
}

/** Tools of the caller, and the upstream's web search. */
export const toolUse: FeatureGroup = {
  title: "Tools",
  features: [
    { name: "tools", fields: tools, words: [name, description, "city"] },
    { name: "parallel calls and their results", fields: answered, words: [...cities, ...weathers] },
    { name: "images in results", fields: shown, words: [png] },
    {
      name: "error results",
      fields: withTools({ "anthropic-messages": resultOf({ content: "no such city", is_error: true }) }),
      baseline: withTools({ "anthropic-messages": resultOf({ content: "no such city" }) }),
    },
    {
      name: "forced tool choice",
      fields: withTools({
        "openai-chat": { tool_choice: { type: "function", function: { name } } },
        "openai-responses": { tool_choice: { type: "function", name } },
        "anthropic-messages": { tool_choice: { type: "tool", name } },
        "gemini-generate": {
          toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [name] } },
        },
      }),
      baseline: tools,
    },
    {
      name: "no parallel calls",
      fields: withTools({
        "openai-chat": { parallel_tool_calls: false },
        "openai-responses": { parallel_tool_calls: false },
        "anthropic-messages": { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
      }),
      baseline: tools,
    },
    {
      name: "web search by the provider",
      fields: {
        "openai-chat": { web_search_options: {} },
        "openai-responses": { tools: [{ type: "web_search" }] },
        "anthropic-messages": { tools: [{ type: "web_search_20250305", name: "web_search" }] },
        "gemini-generate": { tools: [{ googleSearch: {} }] },
      },
    },
  ],
};
