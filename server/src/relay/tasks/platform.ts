import type { UsageCounts } from "@tollgate/contract/cost";
import type { UpstreamProblem } from "../canonical/problem.ts";
import type { ChannelView, UpstreamAnswer, UpstreamRequest } from "../providers/provider.ts";

/**
 * How far a task is at its platform. `submitted`: the platform accepted it and reported nothing more. `success` and `failure` are final.
 * The engine adds `expired` for a task that did not finish in time.
 */
export const taskStatuses = ["submitted", "queued", "in_progress", "success", "failure"] as const;
export type TaskStatus = (typeof taskStatuses)[number];

/** Meaning of a platform's path. `{id}`s are ours. */
export type TaskRoute =
  /** Submits a task. `action`: `music`, `imagine` …; `mode`: the speed in the path (`fast`, `relax`, `turbo`). */
  | { does: "submit"; action: string; mode?: string; continues?: string }
  /** A call with an immediate answer and no task (an upload). Priced like a submission; free with `about`, an earlier task. */
  | { does: "call"; action: string; mode?: string; about?: string }
  /** Reads one of the caller's tasks. */
  | { does: "read"; id: string }
  /** Reads several of the caller's tasks; `readList` returns which. */
  | { does: "list" }
  /** The bytes of a result: a picture, a video. */
  | { does: "content"; id: string; variant?: string }
  /** Deletes a finished task. */
  | { does: "delete"; id: string }
  /** The platform itself reports about a task (`readReports` reads the body). The engine checks the address's signature. */
  | { does: "notify" };

/** Which of the caller's tasks a `list` is about: some ids, or a page of all. */
export type TaskSelection =
  | { ids: readonly string[] }
  /** The latest first. `after` is our id of the last task that the caller has. */
  | { limit: number; after?: string; oldestFirst?: boolean };

/** A submission as a caller sends it. Hostile until `readSubmission` has read it. */
export interface TaskRequest {
  action: string;
  mode?: string;
  /** Our id of an earlier task that the path names. */
  continues?: string;
  /** JSON or a form's text fields. */
  body: Readonly<Record<string, unknown>>;
  /** Files of a form, by field. */
  files?: Readonly<Record<string, { name: string; type: string; bytes: Buffer }>>;
  /** The earlier task that `TaskSubmission.continues` names: a submission that names one is read a second time with it. */
  continued?: Pick<Task, "action" | "mode" | "prompt" | "model"> & Pick<TaskSubmission, "units" | "size">;
}

/** What a submission means for prices, channels and screens. */
export interface TaskSubmission {
  /** `imagine`, `music`, `text2video`: stored, shown and filtered by. */
  action: string;
  /** The name that channels offer and that has the price. */
  model: string;
  /** How fast it is done, where body or earlier task decide it; absent: as in the request. */
  mode?: string;
  /** Units that the task is billed by where the price has rates for them: seconds of video, pictures. Absent: one call. */
  units?: Partial<Pick<UsageCounts, "seconds" | "pictures" | "characters">>;
  /** Values for price rules, as in the request. */
  size?: string;
  quality?: string;
  /** Our id of the caller's earlier task that this one continues. The new task goes to the channel and key of that one. */
  continues?: string;
  /** The earlier task's button or clip that is used, checked by the engine against what that task offers (`offers`). */
  uses?: string;
  /** For the screens; at most some kilobytes are stored. */
  prompt: string;
  /** What callers read back with the task (a `state` of their own, a button's id); at most some kilobytes are stored. */
  echo?: Readonly<Record<string, string>>;
  /** Where the caller wants reports about the task. */
  notifyUrl?: string;
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

/** The channel that a task goes to. */
export interface TaskChannel extends ChannelView {
  /** Number of its provider. */
  type: number;
}

/** Context of `buildSubmission`. */
export interface SubmissionContext {
  channel: TaskChannel;
  /** The model's name at this channel. */
  upstreamModel: string;
  /** The platform's own id of the task that is continued, and its last result. */
  continued?: { upstreamId: string; result: unknown };
  /** Our address for the platform's reports; absent where there is none. */
  notifyUrl?: string;
}

/** A submission that the platform accepted. */
export interface TaskAccepted {
  /** The platform's own id of the task. Several tasks of ours may have the same one. */
  upstreamId: string;
  /** The platform's number for how it was accepted, where it has several (1 accepted, 21 waits for more, 22 queued). */
  code?: number;
}

/** A file of a result, as screens list it. */
export interface TaskFile {
  /** As in the path of `content`. */
  variant: string;
  kind: "image" | "audio" | "video";
  title?: string;
}

/** What the platform reports about one task. */
export interface TaskReport {
  /** The platform's own id of the task. */
  upstreamId: string;
  status: TaskStatus;
  /** Percent, a whole number. */
  progress: number;
  /** The platform's sentence about a failure; otherwise empty. */
  failReason: string;
  /** When the platform began and finished, epoch milliseconds; absent where it does not report it. */
  startedAt?: number;
  finishedAt?: number;
  /** The platform's result without its task ids. Absent until there is one. */
  result?: unknown;
}

/** A task as its owner sees it. Times in epoch milliseconds, 0 for one that has not come. */
export interface Task
  extends Omit<TaskReport, "upstreamId" | "status" | "startedAt" | "finishedAt">,
    Pick<TaskSubmission, "units" | "size" | "quality" | "continues"> {
  /** Ours. The platform's id is never returned. */
  id: string;
  action: string;
  mode: string;
  model: string;
  prompt: string;
  echo: Readonly<Record<string, string>>;
  /** `TaskAccepted.code`; 0 for none. */
  code: number;
  status: TaskStatus | "expired";
  submittedAt: number;
  startedAt: number;
  finishedAt: number;
  /** Address of one of the result's files at this server, signed and expiring. `variant` as in the path of `content`. */
  contentUrl(variant?: string): string;
}

/**
 * Where the bytes of a file are. `open`: the channel's answer is not the file but JSON that names its address (hostile, as `url`) or
 * holds it. @throws UnreadableAnswer
 */
export type TaskContent =
  | { url: string }
  | {
      request: UpstreamRequest;
      open?(answer: UpstreamAnswer): { url: string } | { mediaType: string; bytes: Buffer };
    };

/** An error as callers of the platform read it: status and JSON body. */
export interface TaskErrorView {
  status: number;
  body: unknown;
}

/** Input of `renderError`. `code` is the relay's, e.g. `insufficient_quota`; `field` the wrong one's name. */
export interface TaskError {
  status: number;
  code: string;
  message: string;
  field?: string;
  /** The platform's own code of a rejection (`UpstreamProblem.code`). */
  upstreamCode?: string;
  requestId: string;
}

/**
 * A platform that accepts calls immediately and finishes them minutes later. Each has a folder; `registry.ts` lists them. Pure
 * translation without clock or network: the engine decides prices, access and times of queries.
 */
export interface TaskPlatform {
  /** Folder name, stable: stored with every task. */
  id: string;
  /** Numbers of the providers whose channels take its tasks. */
  channelTypes: readonly number[];
  /** Most tasks in one query. */
  mostPerQuery: number;
  /** Bytes of an answer that are read. Absent: 8 MB. */
  largestAnswer?: number;
  /** Prefixes of every path; `route` is called for no other request. */
  roots: readonly string[];
  /** Undefined: not a path of this platform. */
  route(method: string, path: string): TaskRoute | undefined;
  /** Our path for its reports, one that `route` knows as `notify`. Absent: it sends none. */
  notifyPath?: string;
  /** Which tasks a `list` is about, from the body (POST) or the query (GET). Absent: the caller's latest. @throws InvalidTask */
  readList?(body: unknown, query: URLSearchParams): TaskSelection;
  /** @throws InvalidTask naming the field */
  readSubmission(request: TaskRequest): TaskSubmission;
  /**
   * The same work in another way, after no channel took it as requested. The engine begins again with it: its own model, price and
   * reservation, and only if that price is not higher. Undefined: there is no other way.
   */
  retryAs?(request: TaskRequest, problem: UpstreamProblem): TaskRequest | undefined;
  /** The request that submits the task; `request` is one that `readSubmission` read. */
  buildSubmission(request: TaskRequest, context: SubmissionContext): UpstreamRequest;
  /** The task that the platform accepted. @throws UnreadableAnswer */
  readAccepted(answer: UpstreamAnswer, channel: TaskChannel): TaskAccepted;
  /** The problem in an answer; undefined for a success. Some platforms reject with status 200. */
  readProblem(answer: UpstreamAnswer, channel: TaskChannel): UpstreamProblem | undefined;
  /** Queries at most `mostPerQuery` tasks. `action`: of the task, if the query is about one. */
  buildQuery(upstreamIds: readonly string[], channel: TaskChannel, action: string): UpstreamRequest;
  /**
   * Reports about tasks, those that the answer says nothing about left out. A status that the platform did not have before counts as
   * `in_progress`: only a final status that is known ends a task.
   * @param upstreamIds the queried ids; empty for a report that the platform sent @throws UnreadableAnswer
   */
  readReports(answer: UpstreamAnswer, channel: TaskChannel, upstreamIds: readonly string[]): TaskReport[];
  /** Buttons or clips of a finished task that a follow-up may name in `uses`. Absent: follow-ups name none. */
  offers?(result: unknown): readonly string[];
  /** The files of a result. Absent: there are none. */
  filesOf?(result: unknown): readonly TaskFile[];
  /**
   * Where the bytes of a result are: a request to the channel itself (with its key), or an address that the platform named, which is hostile
   * and fetched without a key through the guarded client. Undefined: there is no such file.
   */
  contentOf?(
    result: unknown,
    upstreamId: string,
    variant: string | undefined,
    channel: TaskChannel,
  ): TaskContent | undefined;
  /** The answer to a `call` as the caller gets it. @throws UnreadableAnswer */
  renderAnswer?(answer: UpstreamAnswer, channel: TaskChannel): unknown;
  /** The answer to a submission that was accepted. */
  renderAccepted(task: Task): unknown;
  /** The answer to a query about one task. */
  renderTask(task: Task): unknown;
  /** The answer to a `list`; `more`: the caller has further ones. Absent: `{ data: [renderTask …] }`. */
  renderTasks?(tasks: readonly Task[], more: boolean): unknown;
  /** The answer to a `delete`. Absent: `{ id, deleted: true }`. */
  renderDeleted?(id: string): unknown;
  /** Errors as the platform's clients read them. */
  renderError(error: TaskError): TaskErrorView;
}
