import type { Answer, Attachment, Conversation, Prompt, Step, Turn } from "./conversation";
import { readSettings } from "./settings";

export type RequestBody = Record<string, unknown>;
type Message = Record<string, unknown>;

/** Which answer a request is for. Steps of the answer before `before` count as written. */
export interface RequestPlace {
  turnId: string;
  laneId: string;
  model: string;
  /** Id of the step that the request is for. */
  stepId: string;
}

/** The exact body that is sent for one step of one model. */
export function buildRequest(conversation: Conversation, place: RequestPlace): RequestBody {
  const at = conversation.turns.findIndex(({ id }) => id === place.turnId);
  const earlier = conversation.turns.slice(0, Math.max(0, at));
  const turn = conversation.turns[at];
  return wrap(conversation, place.model, [
    ...earlier.flatMap((one) => turnMessages(one, place.laneId)),
    ...(turn ? [promptMessage(turn.prompt), ...loopMessages(turn, place)] : []),
  ]);
}

/** The request that a model would get now. */
export function buildNextRequest(
  conversation: Conversation,
  lane: { id: string; model: string },
  prompt: Prompt,
): RequestBody {
  const earlier = conversation.turns.flatMap((turn) => turnMessages(turn, lane.id));
  return wrap(conversation, lane.model, [...earlier, promptMessage(prompt)]);
}

function wrap({ settings }: Conversation, model: string, messages: Message[]): RequestBody {
  const system = settings.system.trim();
  return {
    model,
    messages: system === "" ? messages : [{ role: "system", content: system }, ...messages],
    ...readSettings(settings).fields,
    stream: true,
    stream_options: { include_usage: true },
  };
}

/** A finished turn as one lane saw it. A lane that was added later takes the first lane's answers over. */
function turnMessages(turn: Turn, laneId: string): Message[] {
  const answer = turn.answers.find((one) => one.laneId === laneId) ?? turn.answers[0];
  return [promptMessage(turn.prompt), ...(answer?.steps ?? []).flatMap((step) => stepMessages(step, false))];
}

/** The steps of this turn's answer so far, with their reasoning: some models reject tool results without it. */
function loopMessages(turn: Turn, { laneId, stepId }: RequestPlace): Message[] {
  const answer: Answer | undefined = turn.answers.find((one) => one.laneId === laneId);
  const steps = answer?.steps ?? [];
  const end = steps.findIndex(({ id }) => id === stepId);
  return steps.slice(0, end === -1 ? steps.length : end).flatMap((step) => stepMessages(step, true));
}

/** Calls without a result are left out: no vendor accepts a conversation that goes on without one. */
function stepMessages(step: Step, withReasoning: boolean): Message[] {
  const calls = step.toolCalls.filter(({ result }) => result !== undefined);
  if (step.text === "" && calls.length === 0) return [];
  const message: Message = { role: "assistant", content: step.text === "" ? null : step.text };
  if (withReasoning && step.reasoning !== "") message["reasoning_content"] = step.reasoning;
  if (step.reasoningDetails.length > 0) message["reasoning_details"] = step.reasoningDetails;
  if (step.extraContent !== undefined) message["extra_content"] = step.extraContent;
  if (calls.length > 0)
    message["tool_calls"] = calls.map(({ id, name, arguments: text, extraContent }) => ({
      id,
      type: "function",
      function: { name, arguments: text },
      ...(extraContent !== undefined && { extra_content: extraContent }),
    }));
  return [message, ...calls.map(({ id, result }) => ({ role: "tool", tool_call_id: id, content: result }))];
}

function promptMessage({ text, attachments }: Prompt): Message {
  if (attachments.length === 0) return { role: "user", content: text };
  const parts = attachments.map(filePart);
  return {
    role: "user",
    content: text.trim() === "" ? parts : [...parts, { type: "text", text }],
  };
}

function filePart({ kind, name, data }: Attachment): Message {
  switch (kind) {
    case "image":
      return { type: "image_url", image_url: { url: data } };
    case "document":
      return { type: "file", file: { filename: name, file_data: data } };
    case "audio":
      return {
        type: "input_audio",
        input_audio: {
          data: data.slice(data.indexOf(",") + 1),
          // By its content: the name may be wrong.
          format: data.startsWith("data:audio/wav") ? "wav" : "mp3",
        },
      };
    case "text":
      return { type: "text", text: `${name}:\n\n${data}` };
  }
}
