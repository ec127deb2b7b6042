import type { UpstreamProblem } from "../canonical/problem.ts";
import type { ChannelView, UpstreamAnswer, UpstreamRequest } from "../providers/provider.ts";

/** How far a task is. `submitted`: the platform took it and said nothing more. `success` and `failure` are its ends. */
export const taskStatuses = ["submitted", "queued", "in_progress", "success", "failure"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** A submission as a caller sends it. Hostile until `readSubmission` has read it. */
export interface TaskRequest {
  /** What the path asks for: `music`, `imagine`. */
  action: string;
  body: Readonly<Record<string, unknown>>;
}

/** What a submission means for prices and channels. */
export interface TaskSubmission {
  action: string;
  /** The name that channels offer and that has the price. */
  model: string;
  /** Our id of the caller's earlier task that this one continues. The new task goes to the channel of that one. */
  continues?: string;
}

/** A field of a submission that is missing or wrong. */
export class InvalidTask extends Error {
  override name = "InvalidTask";
  readonly field: string;

  /** @param field name in the body */
  constructor(field: string, sentence: string) {
    super(sentence);
    this.field = field;
  }
}

/** What the platform says about one task. */
export interface TaskReport {
  /** The platform's own id of the task. */
  upstreamId: string;
  status: TaskStatus;
  /** Percent, a whole number. */
  progress: number;
  /** The platform's sentence about a failure; otherwise empty. */
  failReason: string;
  /** What was made, as callers read it. Absent until there is something. */
  result?: unknown;
}

/** A task as its owner sees it. Times in epoch milliseconds, 0 for one that has not come. */
export interface Task extends Omit<TaskReport, "upstreamId"> {
  /** Ours. The platform's own id is never told. */
  id: string;
  action: string;
  submittedAt: number;
  finishedAt: number;
}

/**
 * One platform whose calls are accepted at once and done minutes later. A folder each; `registry.ts` lists them. Pure translation: no clock,
 * no network. What a task costs, who may see it and when it is asked about is not decided here.
 */
export interface TaskPlatform {
  /** Folder name, stable: stored with every task. */
  id: string;
  /** Numbers of the providers whose channels take its tasks. */
  channelTypes: readonly number[];
  /** Tasks that one query may ask about. */
  mostPerQuery: number;
  /** @throws InvalidTask naming the field */
  readSubmission(request: TaskRequest): TaskSubmission;
  /**
   * The request that submits the task; `request` is one that `readSubmission` took.
   * @param continued the platform's own id of the task that is continued
   */
  buildSubmission(request: TaskRequest, channel: ChannelView, continued?: string): UpstreamRequest;
  /** The platform's own id of the task it took. @throws UnreadableAnswer */
  readAccepted(answer: UpstreamAnswer): string;
  /** An answer that is no success, in our words; undefined if it is one. Platforms refuse with status 200, too. */
  readProblem(answer: UpstreamAnswer): UpstreamProblem | undefined;
  /** Asks about tasks, at most `mostPerQuery`. */
  buildQuery(upstreamIds: readonly string[], channel: ChannelView): UpstreamRequest;
  /**
   * Reports about tasks, those that the answer says nothing about left out. A status that the platform did not have before counts as
   * `in_progress`: only an end that is known ends a task. @throws UnreadableAnswer
   */
  readReports(answer: UpstreamAnswer): TaskReport[];
  /** The answer to a submission that was taken. */
  renderAccepted(id: string): unknown;
  /** The answer to a query about one task. */
  renderTask(task: Task): unknown;
}
