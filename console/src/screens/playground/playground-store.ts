import { newRequestId } from "../../lib/request-id";
import { createStore, type Store } from "../../lib/store";
import { buildRequest } from "./chat-request";
import {
  type Booking,
  type Conversation,
  hasRunningStep,
  isRunning,
  type Lane,
  lanesMost,
  type Prompt,
  type Step,
} from "./conversation";
import {
  addTurn,
  changeAnswer,
  changeStep,
  cutBefore,
  type IdsAndClock,
  newConversation,
  newStep,
  settleSteps,
} from "./conversation-changes";
import type { ConversationStorage } from "./conversation-storage";
import { runChat } from "./run-chat";
import type { Settings } from "./settings";

/** Whether conversations are stored: yes, storage blocked, or the open one too large. */
export type Keeping = "kept" | "refused" | "too_large";

export interface PlaygroundState {
  /** False until the stored conversations are there. */
  loaded: boolean;
  keeping: Keeping;
  /** The one in view. */
  current: Conversation;
  /** Every one with turns, newest first. */
  conversations: readonly Conversation[];
}

export interface PlaygroundOptions {
  storage: ConversationStorage;
  /** The model of a first conversation. */
  model: string;
  getKey: (renew: boolean) => Promise<string>;
  /** False after the user signed out: then nothing is stored any more. */
  isSignedIn: () => boolean;
}

const source: IdsAndClock = { id: newRequestId, now: () => Date.now() };

/** The conversations and what may be done with them. Answers go on while another conversation is in view. */
export class Playground {
  readonly state: Store<PlaygroundState>;
  readonly #options: PlaygroundOptions;
  /** Running calls, by the id of their step. */
  readonly #running = new Map<string, AbortController>();

  constructor(options: PlaygroundOptions) {
    this.#options = options;
    this.state = createStore<PlaygroundState>({
      loaded: false,
      keeping: "kept",
      current: newConversation(source, [options.model]),
      conversations: [],
    });
  }

  /** Reads what the browser kept. The models and settings of the newest conversation go on in a new one. */
  async load(): Promise<void> {
    try {
      const stored = (await this.#options.storage.load()).map(settleSteps);
      const { current } = this.state.get();
      const latest = stored[0];
      this.#set({
        loaded: true,
        conversations: stored,
        current: current.turns.length === 0 && latest ? latest : current,
      });
    } catch {
      this.#set({ loaded: true, keeping: "refused" });
    }
  }

  /** Leaves the screen: what runs is stopped and stored. */
  dispose(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  open(id: string): void {
    const found = this.state.get().conversations.find((one) => one.id === id);
    if (found) this.#set({ current: found });
  }

  /** A new conversation with the same models and settings. */
  begin(): void {
    const { current } = this.state.get();
    const models = current.lanes.map(({ model }) => model);
    this.#set({ current: newConversation(source, models, current.settings) });
  }

  async remove(id: string): Promise<void> {
    this.#stopAll((conversation) => conversation.id === id);
    const { conversations, current } = this.state.get();
    this.#set({ conversations: conversations.filter((one) => one.id !== id) });
    if (current.id === id) this.begin();
    await this.#options.storage.remove(id).catch(() => this.#set({ keeping: "refused" }));
  }

  /** Deletes every conversation from this browser. */
  async clear(): Promise<void> {
    this.#stopAll(() => true);
    this.#set({ conversations: [] });
    this.begin();
    await this.#options.storage.clear().catch(() => this.#set({ keeping: "refused" }));
  }

  setSettings(settings: Settings): void {
    this.#change(this.#current(), (conversation) => ({ ...conversation, settings }));
  }

  setModel(laneId: string, model: string): void {
    this.#setLanes((lanes) => lanes.map((lane) => (lane.id === laneId ? { ...lane, model } : lane)));
  }

  addLane(model: string): void {
    this.#setLanes((lanes) =>
      lanes.length < lanesMost ? [...lanes, { id: source.id(), model }] : [...lanes],
    );
  }

  removeLane(laneId: string): void {
    this.#setLanes((lanes) => (lanes.length > 1 ? lanes.filter(({ id }) => id !== laneId) : [...lanes]));
  }

  /** Sends a prompt to every model side by side. */
  send(prompt: Prompt): void {
    const { current } = this.state.get();
    if (hasRunningStep(current)) return;
    const next = addTurn(current, prompt, source);
    this.#put({ ...next, updatedAt: source.now() });
    const turn = next.turns.at(-1);
    for (const { laneId, steps } of turn?.answers ?? []) {
      if (turn && steps[0]) this.#run(next.id, { turnId: turn.id, laneId, stepId: steps[0].id });
    }
  }

  /** Sends another prompt instead of an earlier one; what followed is dropped. */
  resend(turnId: string, prompt: Prompt): void {
    if (hasRunningStep(this.state.get().current)) return;
    this.#change(this.#current(), (conversation) => cutBefore(conversation, turnId));
    this.send(prompt);
  }

  /** Repeats a prompt for one model. */
  retry(turnId: string, laneId: string): void {
    this.#goOn(turnId, laneId, () => []);
  }

  /** Gives the typed results to the model, which goes on with its answer. */
  sendResults(turnId: string, laneId: string): void {
    this.#goOn(turnId, laneId, (steps) => steps);
  }

  /** What the user types as the result of a call: the one at an index of its step. */
  setResult(stepId: string, index: number, result: string): void {
    this.#change(this.#current(), (conversation) =>
      changeStep(conversation, stepId, (step) => ({
        ...step,
        toolCalls: step.toolCalls.map((call, at) => (at === index ? { ...call, result } : call)),
      })),
    );
  }

  /** Log figures of a call; stored with the answer. */
  book(stepId: string, booking: Booking): void {
    const owner = this.#all().find(({ turns }) =>
      turns.some(({ answers }) => answers.some(({ steps }) => steps.some(({ id }) => id === stepId))),
    );
    if (!owner) return;
    this.#change(owner.id, (conversation) =>
      changeStep(conversation, stepId, (step) => ({ ...step, booking })),
    );
    this.#store(owner.id);
  }

  /** Stops one answer, or all of the conversation in view. */
  stop(stepId?: string): void {
    if (stepId !== undefined) this.#running.get(stepId)?.abort();
    else this.#stopAll(({ id }) => id === this.#current());
  }

  #stopAll(concerns: (conversation: Conversation) => boolean): void {
    for (const { turns } of this.#all().filter(concerns))
      for (const { answers } of turns)
        for (const { steps } of answers)
          for (const step of steps.filter(isRunning)) this.#running.get(step.id)?.abort();
  }

  #goOn(turnId: string, laneId: string, kept: (steps: readonly Step[]) => readonly Step[]): void {
    const step = newStep(source.id());
    const id = this.#current();
    const lane = this.state.get().current.lanes.find((one) => one.id === laneId);
    this.#change(id, (conversation) =>
      changeAnswer(conversation, turnId, laneId, (answer) =>
        answer.steps.some(isRunning)
          ? answer
          : { ...answer, model: lane?.model ?? answer.model, steps: [...kept(answer.steps), step] },
      ),
    );
    this.#run(id, { turnId, laneId, stepId: step.id });
  }

  /** Calls the relay for a waiting step. */
  #run(conversationId: string, place: { turnId: string; laneId: string; stepId: string }): void {
    const conversation = this.#all().find(({ id }) => id === conversationId);
    const answer = conversation?.turns
      .find(({ id }) => id === place.turnId)
      ?.answers.find(({ laneId }) => laneId === place.laneId);
    if (!conversation || !answer?.steps.some(({ id }) => id === place.stepId)) return;
    const controller = new AbortController();
    this.#running.set(place.stepId, controller);
    const onChange = (part: Partial<Step>): void =>
      this.#change(conversationId, (one) => changeStep(one, place.stepId, (step) => ({ ...step, ...part })));
    void runChat({
      body: buildRequest(conversation, { ...place, model: answer.model }),
      getKey: this.#options.getKey,
      signal: controller.signal,
      onChange,
    }).then(() => {
      this.#running.delete(place.stepId);
      this.#store(conversationId);
    });
  }

  #store(conversationId: string): void {
    const conversation = this.#all().find(({ id }) => id === conversationId);
    if (!conversation || conversation.turns.length === 0 || !this.#options.isSignedIn()) return;
    this.#options.storage.save(conversation).then(
      (kept) => this.#set({ keeping: kept ? "kept" : "too_large" }),
      () => this.#set({ keeping: "refused" }),
    );
  }

  #current(): string {
    return this.state.get().current.id;
  }

  #all(): readonly Conversation[] {
    const { current, conversations } = this.state.get();
    return conversations.some(({ id }) => id === current.id) ? conversations : [current, ...conversations];
  }

  #setLanes(change: (lanes: readonly Lane[]) => Lane[]): void {
    this.#change(this.#current(), (conversation) => ({ ...conversation, lanes: change(conversation.lanes) }));
  }

  #change(id: string, change: (conversation: Conversation) => Conversation): void {
    const found = this.#all().find((one) => one.id === id);
    if (found) this.#put(change(found));
  }

  /** Sets a conversation wherever it is; one with turns joins the list. */
  #put(conversation: Conversation): void {
    const { current, conversations } = this.state.get();
    const others = conversations.filter(({ id }) => id !== conversation.id);
    const listed = conversation.turns.length > 0 || others.length !== conversations.length;
    this.#set({
      current: current.id === conversation.id ? conversation : current,
      conversations: listed
        ? [conversation, ...others].sort((a, b) => b.updatedAt - a.updatedAt)
        : conversations,
    });
  }

  #set(part: Partial<PlaygroundState>): void {
    this.state.set({ ...this.state.get(), ...part });
  }
}
