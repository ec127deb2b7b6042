import type { Answer, Conversation, Lane, Prompt, Step, Turn } from "./conversation";
import { emptySettings, type Settings } from "./settings";

export interface IdsAndClock {
  /** A new unique id. */
  id: () => string;
  /** Epoch milliseconds. */
  now: () => number;
}

/** A conversation without turns; models and settings may be taken over from another one. */
export function newConversation(
  source: IdsAndClock,
  models: readonly string[],
  settings: Settings = emptySettings,
): Conversation {
  return {
    id: source.id(),
    updatedAt: source.now(),
    lanes: models.map((model) => ({ id: source.id(), model })),
    settings,
    turns: [],
  };
}

export function newStep(id: string): Step {
  return {
    id,
    status: "waiting",
    text: "",
    reasoning: "",
    reasoningDetails: [],
    toolCalls: [],
    images: [],
    finishReason: "",
    usage: undefined,
    booking: undefined,
    firstTokenMs: undefined,
    totalMs: undefined,
    requestId: "",
    dropped: [],
    problem: undefined,
  };
}

/** The conversation with a prompt at its end, and a waiting answer for every lane. */
export function addTurn(conversation: Conversation, prompt: Prompt, source: IdsAndClock): Conversation {
  const answers = conversation.lanes.map((lane) => newAnswer(lane, source));
  return { ...conversation, turns: [...conversation.turns, { id: source.id(), prompt, answers }] };
}

function newAnswer({ id, model }: Lane, source: IdsAndClock): Answer {
  return { laneId: id, model, steps: [newStep(source.id())] };
}

/** The conversation up to a turn, without it and what follows. */
export function cutBefore(conversation: Conversation, turnId: string): Conversation {
  const at = conversation.turns.findIndex(({ id }) => id === turnId);
  return at === -1 ? conversation : { ...conversation, turns: conversation.turns.slice(0, at) };
}

/** Replaces the answer of one lane in a turn. */
export function changeAnswer(
  conversation: Conversation,
  turnId: string,
  laneId: string,
  change: (answer: Answer) => Answer,
): Conversation {
  const ofTurn = (turn: Turn): Turn => ({
    ...turn,
    answers: turn.answers.map((answer) => (answer.laneId === laneId ? change(answer) : answer)),
  });
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => (turn.id === turnId ? ofTurn(turn) : turn)),
  };
}

/** Changes one step; turns and answers around the others stay the same objects. */
export function changeStep(
  conversation: Conversation,
  stepId: string,
  change: (step: Step) => Step,
): Conversation {
  const holds = (answer: Answer): boolean => answer.steps.some(({ id }) => id === stepId);
  return {
    ...conversation,
    turns: conversation.turns.map((turn) =>
      turn.answers.some(holds)
        ? {
            ...turn,
            answers: turn.answers.map((answer) =>
              holds(answer)
                ? { ...answer, steps: answer.steps.map((step) => (step.id === stepId ? change(step) : step)) }
                : answer,
            ),
          }
        : turn,
    ),
  };
}

/** A conversation from storage: what was running when its page was closed counts as stopped. */
export function settleSteps(conversation: Conversation): Conversation {
  return {
    ...conversation,
    turns: conversation.turns.map((turn) => ({
      ...turn,
      answers: turn.answers.map((answer) => ({
        ...answer,
        steps: answer.steps.map((step) =>
          step.status === "waiting" || step.status === "streaming" ? { ...step, status: "stopped" } : step,
        ),
      })),
    })),
  };
}
