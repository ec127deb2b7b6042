/** A tool to begin with, as OpenAI's API has it. */
export const toolsExample = JSON.stringify(
  [
    {
      type: "function",
      function: {
        name: "get_weather",
        description: "Weather of a city now",
        parameters: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
        },
      },
    },
  ],
  null,
  2,
);

/** A schema of an answer to begin with. */
export const schemaExample = JSON.stringify(
  {
    type: "object",
    properties: { title: { type: "string" }, tags: { type: "array", items: { type: "string" } } },
    required: ["title", "tags"],
    additionalProperties: false,
  },
  null,
  2,
);
