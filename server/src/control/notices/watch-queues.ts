import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { JobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { NoticeRepository } from "../../storage/repositories/notice-repository.ts";
import type { MailService } from "../mail/service.ts";
import type { NewNotice, Notify } from "./notify.ts";

export interface QueueWatchDependencies {
  mail: Pick<MailService, "stuckSince">;
  notices: NoticeRepository;
  runs: JobRunRepository;
  clock: Clock;
  notify: Notify;
}

/** The row of `job_runs` that contains the queues with a reported backlog. */
const name = "stuck-queues";
/** A message that was tried and is older counts as a backlog. */
const stuckSeconds = 1800;
const longestSeconds = 60;

/** Reports delivery backlogs; each once, until the queue was seen empty again. */
export function createQueueWatch(deps: QueueWatchDependencies): () => Promise<void> {
  const { runs, clock, notify } = deps;

  async function findStuck(): Promise<NewNotice[]> {
    const time = clock.now();
    const until = time - stuckSeconds;
    const mails = await deps.mail.stuckSince(until);
    const stuck = await deps.notices.stuckSince(until);
    const kind = "queue_stuck" as const;
    return [
      ...(mails ? [{ content: { kind, name: "", ...mails, time }, subject: "queue:mail", label: "" }] : []),
      ...stuck.map(({ channel_id, channel_name, waiting, since, reason }) => ({
        content: { kind, name: channel_name, waiting, since, reason, time },
        subject: `queue:${channel_id}`,
        label: channel_name,
      })),
    ];
  }

  return async () => {
    const stuck = await findStuck();
    const progress = (await runs.find(name))?.progress || "[]";
    const before = JSON.parse(progress) as string[];
    const subjects = stuck.map(({ subject }) => subject);
    if (JSON.stringify(before) === JSON.stringify(subjects)) return;
    const holder = randomText(16);
    const now = clock.now();
    if (!(await runs.hold(name, { holder, now, until: now + longestSeconds, progress }))) return;
    const reported = new Set(before);
    try {
      for (const notice of stuck) {
        if (reported.has(notice.subject)) continue;
        await notify(notice);
        reported.add(notice.subject);
      }
    } finally {
      // Without a notice that failed, so that the next look reports it again.
      const known = subjects.filter((subject) => reported.has(subject));
      await runs.release(name, holder, JSON.stringify(known));
    }
  };
}
