/** Converts a Chat Completions response to the chunks that stream it, and back. */

type Fields = Record<string, unknown>;

interface Message {
  role: string;
  content: string | null;
  refusal: string | null;
  reasoning_content?: string;
  reasoning_details?: Fields[];
  tool_calls?: { id: string; type: string; function: { name: string; arguments: string } }[];
  annotations?: Fields[];
  images?: Fields[];
}

export interface Answer {
  id: string;
  created: number;
  model: string;
  choices: { index: number; message: Message; logprobs: unknown; finish_reason: string }[];
  usage: Fields;
  service_tier: string;
}

/** Data of the events of this response; `cut` cuts a text into pieces. */
export function streamAnswer(answer: Answer, cut: (text: string) => string[]): string[] {
  const { id, created, model, service_tier } = answer;
  const frame = { id, object: "chat.completion.chunk", created, model, service_tier };
  const lines = answer.choices.flatMap(({ index, message, finish_reason }) => {
    const deltas = [{ role: "assistant", content: "" }, ...deltasOf(message, cut)];
    const chunk = (delta: object, finish: string | null) => ({
      ...frame,
      choices: [{ index, delta, logprobs: null, finish_reason: finish }],
    });
    return [...deltas.map((delta) => chunk(delta, null)), chunk({}, finish_reason)];
  });
  return [...lines, { ...frame, choices: [], usage: answer.usage }].map((line) => JSON.stringify(line));
}

function deltasOf(message: Message, cut: (text: string) => string[]): object[] {
  const deltas: object[] = [];
  for (const reasoning_content of cut(message.reasoning_content ?? "")) deltas.push({ reasoning_content });
  for (const detail of message.reasoning_details ?? []) deltas.push({ reasoning_details: [detail] });
  for (const content of cut(message.content ?? "")) deltas.push({ content });
  for (const annotation of message.annotations ?? []) deltas.push({ annotations: [annotation] });
  for (const image of message.images ?? []) deltas.push({ images: [image] });
  message.tool_calls?.forEach((call, index) => {
    deltas.push({ tool_calls: [{ index, ...call, function: { name: call.function.name, arguments: "" } }] });
    for (const piece of cut(call.function.arguments))
      deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
  });
  return deltas;
}

/**
 * Concatenates the chunks of a stream to a response.
 * @throws Error if the stream has no end
 */
export function addUpChunks(text: string): Answer {
  const lines = text.split("\n\n").filter(Boolean);
  if (lines.pop() !== "data: [DONE]") throw new Error("no end");
  const answer = { choices: [] as Answer["choices"] } as Answer;
  for (const line of lines) {
    const {
      choices,
      usage,
      object: _object,
      ...frame
    } = JSON.parse(line.replace(/^data: /, "")) as Fields & {
      choices: { index: number; delta: Fields; logprobs: unknown; finish_reason: string | null }[];
    };
    Object.assign(answer, frame, usage ? { usage } : {});
    for (const { index, delta, finish_reason } of choices) {
      const message: Message = { role: "assistant", content: null, refusal: null };
      const choice = (answer.choices[index] ??= { index, message, logprobs: null, finish_reason: "" });
      addDelta(choice.message, delta);
      if (finish_reason) choice.finish_reason = finish_reason;
    }
  }
  return answer;
}

function addDelta(message: Message, delta: Fields): void {
  if (typeof delta.content === "string" && delta.content !== "")
    message.content = (message.content ?? "") + delta.content;
  if (typeof delta.reasoning_content === "string")
    message.reasoning_content = (message.reasoning_content ?? "") + delta.reasoning_content;
  for (const key of ["reasoning_details", "annotations", "images"] as const)
    if (Array.isArray(delta[key])) message[key] = [...(message[key] ?? []), ...(delta[key] as Fields[])];
  for (const piece of (delta.tool_calls ?? []) as (Fields & {
    index: number;
    function: { arguments: string };
  })[]) {
    const { index, ...call } = piece;
    const calls = (message.tool_calls ??= []);
    const known = calls[index];
    if (known) known.function.arguments += call.function.arguments;
    else calls[index] = call as unknown as (typeof calls)[number];
  }
}
