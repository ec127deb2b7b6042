import type { StandInRequest } from "./stand-in-server.ts";

/** A platform's response to one query about a task; every stand-in renders it in its own format. */
export type VideoStep =
  | "queued"
  | "running"
  | "done"
  | "failed"
  | "unknown word"
  | "lost"
  | "broken"
  | "hang";

/** A submission that a stand-in accepted. */
export interface SubmittedVideo {
  id: string;
  path: string;
  /** JSON, or the text of a form. */
  body: unknown;
  /** Remaining responses; the last one repeats. */
  steps: VideoStep[];
  /** Number of queries so far. */
  queries: number;
}

/** The tasks of a stand-in, each with responses that a test has set. */
export class ScriptedVideos {
  readonly submitted: SubmittedVideo[] = [];
  private steps: VideoStep[] = ["queued", "running", "done"];
  private rejections = 0;

  /** Responses to the queries about every task submitted from now on. */
  plan(...steps: VideoStep[]): void {
    this.steps = steps;
  }

  /** Rejects this many of the next submissions. */
  reject(count: number): void {
    this.rejections = count;
  }

  /** A new task; undefined: rejects this submission. */
  begin(id: string, { path, body, headers }: StandInRequest): SubmittedVideo | undefined {
    if (this.rejections > 0) {
      this.rejections -= 1;
      return undefined;
    }
    const isJson = headers["content-type"]?.startsWith("application/json") ?? false;
    const parsed: unknown = isJson ? JSON.parse(body) : body;
    const task = { id, path, body: parsed, steps: [...this.steps], queries: 0 };
    this.submitted.push(task);
    return task;
  }

  /** The next response about a task; `lost` for one that does not exist. */
  query(id: string): VideoStep {
    const task = this.submitted.find((one) => one.id === id);
    if (!task) return "lost";
    task.queries += 1;
    return (task.steps.length > 1 ? task.steps.shift() : task.steps[0]) ?? "lost";
  }

  /** Response to queries about a task from now on, for a task that ends late. */
  continue(id: string, ...steps: VideoStep[]): void {
    const task = this.submitted.find((one) => one.id === id);
    if (task) task.steps = steps;
  }
}

/** The bytes of every video of a stand-in. */
export const videoBytes = "the bytes of a video";
