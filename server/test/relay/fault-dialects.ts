/** A vendor's wire format, as a test's upstream needs it. */
export interface Dialect {
  /** A whole response. `usage` replaces the vendor's own fields for 12 tokens in and 5 out. */
  whole(usage?: Usage): object;
  /** The same response as a stream; the error event may be at any position. */
  frames(usage?: Usage): string[];
  /** The vendor's error body for this status. */
  errorBody(message: string, status: number): object;
  errorFrame(message: string): string;
}

/** Prompt and completion as an upstream may report them: any JSON. */
export type Usage = [prompt: unknown, completion: unknown];

const plain: Usage = [12, 5];
const data = (body: object): string => `data: ${JSON.stringify(body)}\n\n`;
const event = (type: string, more: object = {}): string => `event: ${type}\n${data({ type, ...more })}`;
const openaiError = (message: string) => ({
  error: { message, type: "server_error", code: "oops", param: null },
});

const chatUsage = ([prompt, completion]: Usage) => ({ prompt_tokens: prompt, completion_tokens: completion });

const chat: Dialect = {
  whole: (usage = plain) => ({
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
    usage: chatUsage(usage),
  }),
  frames(usage = plain) {
    const frame = (choices: object[], more: object = {}) =>
      data({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m", choices, ...more });
    const choice = (delta: object, reason: string | null) => [{ index: 0, delta, finish_reason: reason }];
    return [
      frame(choice({ role: "assistant", content: "" }, null)),
      frame(choice({ content: "Hel" }, null)),
      frame(choice({ content: "lo" }, null)),
      frame(choice({}, "stop")),
      frame([], { usage: chatUsage(usage) }),
      "data: [DONE]\n\n",
    ];
  },
  errorBody: openaiError,
  errorFrame: (message) => data(openaiError(message)),
};

const messages: Dialect = {
  whole: (usage = plain) => ({
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "Hello" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: usage[0], output_tokens: usage[1] },
  }),
  frames(usage = plain) {
    const begun = {
      ...messages.whole([usage[0], usage[1] === plain[1] ? 1 : usage[1]]),
      content: [],
      stop_reason: null,
    };
    return [
      event("message_start", { message: begun }),
      event("content_block_start", { index: 0, content_block: { type: "text", text: "" } }),
      event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "Hel" } }),
      event("content_block_delta", { index: 0, delta: { type: "text_delta", text: "lo" } }),
      event("content_block_stop", { index: 0 }),
      event("message_delta", {
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: usage[1] },
      }),
      event("message_stop"),
    ];
  },
  errorBody: (message, status) => ({
    type: "error",
    error: { type: anthropicTypes[status] ?? "api_error", message },
  }),
  errorFrame: (message) => event("error", { error: { type: "api_error", message } }),
};

const anthropicTypes: Record<number, string> = {
  400: "invalid_request_error",
  401: "authentication_error",
  402: "billing_error",
  403: "permission_error",
  404: "not_found_error",
  429: "rate_limit_error",
  503: "overloaded_error",
  529: "overloaded_error",
};
const googleWords: Record<number, string> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  402: "PAYMENT_REQUIRED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  503: "UNAVAILABLE",
  529: "UNAVAILABLE",
};

const responses: Dialect = {
  whole: (usage = plain) => ({
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: "completed",
    error: null,
    incomplete_details: null,
    model: "m",
    output: [
      {
        id: "msg_1",
        type: "message",
        status: "completed",
        role: "assistant",
        content: [{ type: "output_text", text: "Hello", annotations: [] }],
      },
    ],
    usage: { input_tokens: usage[0], output_tokens: usage[1] },
  }),
  frames(usage = plain) {
    const response = { ...responses.whole(), status: "in_progress", output: [], usage: null };
    const text = { item_id: "msg_1", output_index: 0, content_index: 0 };
    return [
      event("response.created", { response }),
      event("response.in_progress", { response }),
      event("response.output_text.delta", { ...text, delta: "Hel" }),
      event("response.output_text.delta", { ...text, delta: "lo" }),
      event("response.completed", { response: responses.whole(usage) }),
    ];
  },
  errorBody: openaiError,
  errorFrame: (message) => event("error", { code: "oops", message, param: null }),
};

const gemini: Dialect = {
  whole: (usage = plain) => ({
    candidates: [{ index: 0, content: { role: "model", parts: [{ text: "Hello" }] }, finishReason: "STOP" }],
    modelVersion: "m",
    responseId: "r",
    usageMetadata: { promptTokenCount: usage[0], candidatesTokenCount: usage[1] },
  }),
  frames(usage = plain) {
    const frame = (text: string, more: object = {}, last: object = {}) =>
      data({
        candidates: [{ index: 0, content: { role: "model", parts: [{ text }] }, ...more }],
        modelVersion: "m",
        responseId: "r",
        ...last,
      });
    return [
      frame("Hel"),
      frame("lo"),
      frame(
        "",
        { finishReason: "STOP" },
        {
          usageMetadata: { promptTokenCount: usage[0], candidatesTokenCount: usage[1] },
        },
      ),
    ];
  },
  errorBody: (message, code) => ({ error: { code, message, status: googleWords[code] ?? "INTERNAL" } }),
  errorFrame: (message) => data({ error: { code: 500, message, status: "INTERNAL" } }),
};

const embeddings: Dialect = {
  whole: ([prompt] = plain) => ({
    object: "list",
    data: [{ object: "embedding", index: 0, embedding: [0.5, 0.25] }],
    model: "m",
    usage: { prompt_tokens: prompt, total_tokens: prompt },
  }),
  frames: () => [],
  errorBody: openaiError,
  errorFrame: () => "",
};

const geminiVectors: Dialect = {
  whole: ([prompt] = plain) => ({
    embeddings: [{ values: [0.5, 0.25] }],
    usageMetadata: { promptTokenCount: prompt },
  }),
  frames: () => [],
  errorBody: gemini.errorBody,
  errorFrame: () => "",
};

export const dialects = { chat, messages, responses, gemini, embeddings, geminiVectors };
