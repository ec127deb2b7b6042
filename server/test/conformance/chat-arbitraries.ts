import fc from "fast-check";

/**
 * Chat Completions requests and responses as Tollgate writes them, so that a round trip must return exactly the same.
 */

const words = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 });
const name = fc.stringMatching(/^[a-zA-Z_][a-zA-Z0-9_-]{0,12}$/);
const base64 = fc
  .uint8Array({ minLength: 1, maxLength: 9 })
  .map((bytes) => Buffer.from(bytes).toString("base64"));
const url = name.map((path) => `https://host.test/${path}`);
/** A JSON number: not negative zero. */
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const argumentsText = fc.dictionary(name, json, { maxKeys: 3 }).map((value) => JSON.stringify(value));

/** Every field may be present or absent, and none is undefined. */
const record = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }, always: (keyof T)[] = []) =>
  fc.record(fields, { requiredKeys: always as never[] }) as fc.Arbitrary<Partial<T>>;

const mark = fc.constantFrom({ type: "ephemeral" }, { type: "ephemeral", ttl: "1h" });
const marked = <T extends object>(part: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc
    .tuple(part, fc.option(mark, { nil: undefined, freq: 6 }))
    .map(([given, cache_control]) => (cache_control ? { ...given, cache_control } : given));

const text = words.map((value) => ({ type: "text", text: value }));
const picture = fc.oneof(
  url,
  base64.map((data) => `data:image/png;base64,${data}`),
);
const image = fc.oneof(
  picture.map((value) => ({ type: "image_url", image_url: { url: value } })),
  fc.tuple(picture, fc.constantFrom("low", "high")).map(([value, detail]) => ({
    type: "image_url",
    image_url: { url: value, detail },
  })),
);
const sound = base64.map((data) => ({ type: "input_audio", input_audio: { data, format: "wav" } }));
const file = fc.oneof(
  name.map((file_id) => ({ type: "file", file: { file_id } })),
  base64.map((data) => ({
    type: "file",
    file: { file_data: `data:application/pdf;base64,${data}`, filename: "a.pdf" },
  })),
);
const video = url.map((value) => ({ type: "video_url", video_url: { url: value } }));
const richParts = fc.array(fc.oneof(marked(text), marked(image), sound, marked(file), video), {
  minLength: 2,
  maxLength: 4,
});

/** A single plain text stays a string; anything else is a list. */
const content = fc.oneof(words, richParts);
const textContent = fc.oneof(words, fc.array(marked(text), { minLength: 2, maxLength: 3 }));

const extra = base64.map((thought_signature) => ({ google: { thought_signature } }));
const call = (id: string) =>
  fc.tuple(name, argumentsText, fc.option(extra, { nil: undefined })).map(([fn, args, extra_content]) => ({
    id,
    type: "function",
    function: { name: fn, arguments: args },
    ...(extra_content && { extra_content }),
  }));

/** `more` is only in the encrypted entry of a request: in a response its readable summary is sent as reasoning. */
const thinkingWith = (more: object) =>
  fc.oneof(
    fc.constant({}),
    words.map((reasoning_content) => ({ reasoning_content })),
    fc.tuple(words, base64, base64).map(([reasoning, signature, data]) => ({
      reasoning_content: reasoning,
      reasoning_details: [
        { type: "reasoning.text", text: reasoning, signature, index: 0 },
        { type: "reasoning.encrypted", data, ...more, id: "r1", index: 1 },
      ],
    })),
  );
const thinking = thinkingWith({ summary: "s" });

/** A response that calls tools, and their results. */
const toolLoop = fc
  .tuple(fc.option(words, { nil: null }), thinking, fc.integer({ min: 1, max: 3 }))
  .chain(([said, reasoning, count]) => {
    const ids = Array.from({ length: count }, (_, index) => `call_${index}`);
    return fc
      .tuple(fc.tuple(...ids.map(call)), fc.tuple(...ids.map(() => textContent)))
      .map(([calls, results]) => [
        { role: "assistant", content: said, ...reasoning, tool_calls: calls },
        ...results.map((result, index) => ({ role: "tool", tool_call_id: ids[index], content: result })),
      ]);
  });

const turn = fc.oneof(
  content.map((value) => [{ role: "user", content: value }]),
  fc.tuple(words, name).map(([value, speaker]) => [{ role: "user", content: value, name: speaker }]),
  words.map((value) => [{ role: "system", content: value }]),
  fc
    .tuple(words, thinking)
    .map(([value, reasoning]) => [{ role: "assistant", content: value, ...reasoning }]),
  words.map((refusal) => [{ role: "assistant", content: null, refusal }]),
  fc.constant([{ role: "assistant", content: null, audio: { id: "audio_1" } }]),
  picture.map((value) => [
    { role: "assistant", content: null, images: [{ type: "image_url", image_url: { url: value } }] },
  ]),
  toolLoop,
);

const tool = fc
  .tuple(name, record({ description: words, parameters: fc.dictionary(name, json), strict: fc.boolean() }))
  .map(([fn, more]) => ({ type: "function", function: { name: fn, ...more } }));

const settings = record({
  max_tokens: fc.integer({ min: 1, max: 9999 }),
  temperature: fc.constantFrom(0, 0.5, 2),
  top_p: fc.constantFrom(0.1, 1),
  top_k: fc.integer({ min: 1, max: 100 }),
  frequency_penalty: fc.constantFrom(-2, 0, 1.5),
  presence_penalty: fc.constantFrom(-2, 0, 1.5),
  seed: fc.integer(),
  n: fc.integer({ min: 1, max: 4 }),
  stop: fc.oneof(words, fc.array(words, { minLength: 2, maxLength: 4 })),
  response_format: fc.constantFrom(
    { type: "text" },
    { type: "json_object" },
    { type: "json_schema", json_schema: { name: "n", schema: { type: "object" }, strict: true } },
  ),
  reasoning_effort: fc.constantFrom("none", "minimal", "low", "medium", "high", "xhigh"),
  user: words,
  metadata: fc.dictionary(name, words, { maxKeys: 2 }),
  service_tier: fc.constantFrom("auto", "flex"),
  prompt_cache_key: words,
  verbosity: fc.constantFrom("low", "high"),
  modalities: fc.constantFrom(["text", "audio"], ["image", "text"]),
  audio: fc.constant({ voice: "alloy", format: "mp3" }),
  web_search_options: fc.constantFrom({}, { search_context_size: "low" }),
  // Fields of this dialect without a canonical name.
  logit_bias: fc.constant({ "5": -100 }),
  store: fc.constant(true),
  prediction: fc.constant({ type: "content", content: "x" }),
  safety_identifier: words,
  prompt_cache_retention: fc.constant("24h"),
  field_of_tomorrow: json.filter((value) => value !== null),
});

export const requests = fc
  .tuple(
    fc.array(turn, { minLength: 1, maxLength: 4 }),
    settings,
    fc.array(tool, { maxLength: 3 }),
    fc.constantFrom(undefined, "auto", "none", "required", { type: "function", function: { name: "f" } }),
  )
  .map(([turns, more, tools, tool_choice]) => ({
    model: "m",
    messages: turns.flat(),
    ...more,
    ...(tools.length > 0 && { tools }),
    ...(tool_choice !== undefined && { tool_choice }),
  }))
  // Two names for one person are sent once.
  .filter(({ user, safety_identifier }) => user === undefined || user !== safety_identifier);

const message = fc
  .tuple(
    fc.option(words, { nil: null }),
    thinkingWith({}),
    fc.integer({ min: 0, max: 3 }),
    fc.array(picture, { maxLength: 2 }),
    url,
  )
  .chain(([said, reasoning, count, pictures, source]) =>
    fc.tuple(...Array.from({ length: count }, (_, index) => call(`call_${index}`))).map((calls) => {
      const images = pictures.map((value, index) => ({
        type: "image_url",
        image_url: { url: value },
        index,
      }));
      const citation = { url: source, title: "T", start_index: 0, end_index: said?.length ?? 0 };
      return {
        role: "assistant",
        content: said ?? (calls.length > 0 ? null : ""),
        refusal: null,
        ...reasoning,
        ...(calls.length > 0 && { tool_calls: calls }),
        ...(said !== null &&
          count === 0 && { annotations: [{ type: "url_citation", url_citation: citation }] }),
        ...(images.length > 0 && { images }),
      };
    }),
  );

const count = fc.integer({ min: 0, max: 1000 });
const usage = fc.tuple(count, count, count, count).map(([input, cached, output, reasoning]) => ({
  prompt_tokens: input + cached,
  completion_tokens: output + reasoning,
  total_tokens: input + cached + output + reasoning,
  prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
  completion_tokens_details: { reasoning_tokens: reasoning, audio_tokens: 0 },
}));

/** Whole responses with one or two choices. */
export const answers = fc
  .tuple(fc.array(message, { minLength: 1, maxLength: 2 }), usage)
  .map(([messages, counted]) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1_790_000_000,
    model: "requested",
    choices: messages.map((one, index) => ({
      index,
      message: one,
      logprobs: null,
      finish_reason: one.tool_calls ? "tool_calls" : "stop",
    })),
    usage: counted,
    service_tier: "default",
  }));
