import { describe, expect, it } from "vitest";
import { UnreadableAnswer } from "../../src/relay/canonical/unreadable-answer.ts";
import type { ChannelView, UpstreamAnswer } from "../../src/relay/providers/provider.ts";
import {
  InvalidTask,
  type Task,
  type TaskPlatform,
  type TaskReport,
  type TaskRequest,
  type TaskStatus,
  taskStatuses,
} from "../../src/relay/tasks/platform.ts";
import { taskPlatforms } from "../../src/relay/tasks/registry.ts";

/** What a platform's test brings. */
export interface TaskCase {
  platform: TaskPlatform;
  /** Submissions with the model that each is priced by. */
  submissions: { request: TaskRequest; model: string }[];
  /** A submission that lacks something, and the field that it lacks. */
  incomplete: { request: TaskRequest; field: string };
  /** Its answer to a submission that it takes. */
  accepted(upstreamId: string): UpstreamAnswer;
  /** Its answer to a submission that it refuses. */
  refused: UpstreamAnswer;
  /** Its answer to a query: each task's id and status in its own words. */
  reports(tasks: readonly { upstreamId: string; status: string }[]): UpstreamAnswer;
  /** Its words for how far a task is, each with ours. */
  statuses: Readonly<Record<string, TaskStatus>>;
}

const channel: ChannelView = {
  baseUrl: "https://platform.test",
  key: "a key of the channel",
  headers: {},
  other: "",
  plugin: {},
  customParameters: {},
};

const hostileBodies = [
  "",
  "{",
  "null",
  "[]",
  "42",
  '{"data":null}',
  '{"data":[null]}',
  '{"__proto__":{"id":"1"}}',
];

/** Runs the promises that every task platform makes. */
export function describeTaskPlatform(given: TaskCase): void {
  const { platform } = given;
  const answer = (body: string): UpstreamAnswer => ({ status: 200, headers: {}, body: Buffer.from(body) });
  const reportOf = (status: string): TaskReport | undefined =>
    platform.readReports(given.reports([{ upstreamId: "up-1", status }]))[0];

  describe(`promises of the task platform ${platform.id}`, () => {
    it("is registered once, under its own id", () => {
      expect(taskPlatforms.filter(({ id }) => id === platform.id)).toEqual([platform]);
      expect(platform.channelTypes.length).toBeGreaterThan(0);
    });

    it.each(given.submissions)("prices $request.action by $model", ({ request, model }) => {
      expect(platform.readSubmission(request)).toMatchObject({ action: request.action, model });
    });

    it("names the field that a submission lacks", () => {
      const { request, field } = given.incomplete;
      expect(() => platform.readSubmission(request)).toThrow(InvalidTask);
      expect(() => platform.readSubmission(request)).toThrow(expect.objectContaining({ field }));
    });

    it.each(given.submissions)(
      "sends $request.action to its channel alone, with the key in a header",
      (one) => {
        const { url, headers } = platform.buildSubmission(one.request, channel);
        expect(url.startsWith(`${channel.baseUrl}/`)).toBe(true);
        expect(url).not.toContain(encodeURIComponent(channel.key));
        expect(Object.values(headers).join("\n")).toContain(channel.key);
      },
    );

    it("reads the id of a task that was taken, and a refusal as one", () => {
      expect(platform.readProblem(given.accepted("up-1"))).toBeUndefined();
      expect(platform.readAccepted(given.accepted("up-1"))).toBe("up-1");
      expect(platform.readProblem(given.refused)?.message).toMatch(/./);
    });

    it("asks about many tasks at once", () => {
      const ids = Array.from({ length: platform.mostPerQuery }, (_, index) => `up-${index}`);
      const query = platform.buildQuery(ids, channel);
      const sent = `${query.url}\n${query.body?.toString() ?? ""}`;
      expect(ids.filter((id) => !sent.includes(id))).toEqual([]);
    });

    it("reads every word for how far a task is, in capitals or not", () => {
      for (const [word, status] of Object.entries(given.statuses))
        for (const spelled of [word, word.toUpperCase(), word.toLowerCase()])
          expect([spelled, reportOf(spelled)?.status]).toEqual([spelled, status]);
      expect(new Set(Object.values(given.statuses))).toEqual(expectedStatuses(given.statuses));
    });

    it("ends no task for a word that it does not know", () => {
      expect(reportOf("paused for maintenance")?.status).toBe("in_progress");
    });

    it("says why a task failed, and how far it is in whole percents", () => {
      for (const word of Object.keys(given.statuses)) {
        const report = reportOf(word);
        expect(report?.progress).toSatisfy(
          (value: number) => Number.isInteger(value) && value >= 0 && value <= 100,
        );
        expect([word, report?.failReason !== ""]).toEqual([word, report?.status === "failure"]);
      }
    });

    it("reads each task of an answer about several", () => {
      const [word = ""] = Object.keys(given.statuses);
      const ids = ["up-1", "up-2", "up-3"];
      const reports = platform.readReports(
        given.reports(ids.map((upstreamId) => ({ upstreamId, status: word }))),
      );
      expect(reports.map(({ upstreamId }) => upstreamId)).toEqual(ids);
    });

    it("takes no hostile answer for a task", () => {
      for (const body of hostileBodies) {
        expect(() => platform.readAccepted(answer(body)), body).toThrow(UnreadableAnswer);
        expect(
          readOrRefuse(() => platform.readReports(answer(body))),
          body,
        ).toEqual([]);
      }
    });

    it("tells callers our id and never the platform's", () => {
      const task: Task = {
        id: "task_ours",
        action: given.submissions[0]?.request.action ?? "",
        submittedAt: 1_790_000_000_000,
        finishedAt: 0,
        status: "in_progress",
        progress: 10,
        failReason: "",
      };
      expect(JSON.stringify(platform.renderAccepted(task.id))).toContain(task.id);
      expect(JSON.stringify(platform.renderTask(task))).toContain(task.id);
    });
  });
}

/** Both ends must be among them; a platform may lack words for the way there. */
function expectedStatuses(statuses: TaskCase["statuses"]): Set<TaskStatus> {
  const named = new Set(Object.values(statuses));
  return new Set(taskStatuses.filter((one) => named.has(one) || one === "success" || one === "failure"));
}

function readOrRefuse(read: () => TaskReport[]): TaskReport[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableAnswer) return [];
    throw error;
  }
}
