import * as z from "zod";
import type { Clock } from "../../platform/clock.ts";
import { randomText } from "../../platform/ids.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { JobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { MailRepository } from "../../storage/repositories/mail-repository.ts";
import { sealedColumns } from "../../storage/repositories/secret-columns.ts";
import type { RenderedMail } from "./render-mail.ts";
import { SmtpRejection } from "./smtp.ts";

/** Seconds until the next attempt, after each failed one; then the mail is given up. */
export const retrySeconds = [60, 300, 1800, 10_800];

/** Sends the waiting mails of the database, one worker in the whole installation at a time. */
export interface MailQueue {
  /** Sends what is due; resolves when nothing is, or immediately where another process is sending. */
  drain(): Promise<void>;
  /** The same without waiting for it. */
  kick(): void;
  /** Begins no further mail and waits for the current one. */
  stop(): Promise<void>;
}

export interface MailQueueDependencies {
  mails: MailRepository;
  runs: JobRunRepository;
  secretBox: SecretBox;
  clock: Clock;
  /** Sends one mail now. @throws SmtpRejection */
  deliver(to: string, mail: RenderedMail): Promise<string>;
}

const runName = "mail-queue";
/** Longer than an attempt can take, so a mail is not taken twice while its sender is alive. */
const heldSeconds = 120;
/** Another process is sending: check again soon, in case this process's mail came too late for that round. */
const lookAgainMilliseconds = 1000;

const sealedBody = z.object({ subject: z.string(), text: z.string(), html: z.string() });

export function createMailQueue(deps: MailQueueDependencies): MailQueue {
  const { mails, runs, clock } = deps;
  let draining: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  type Taken = NonNullable<Awaited<ReturnType<MailRepository["take"]>>>;

  async function sendTaken(row: Taken): Promise<void> {
    if (row.expires_time !== 0 && row.expires_time <= clock.now())
      return mails.settleFailed(row.id, row.last_error || "It expired before it could be sent.");
    try {
      const body = deps.secretBox.open(row.body_encrypted, sealedColumns.mailBody(row.seal_ref));
      await deps.deliver(row.recipient, sealedBody.parse(JSON.parse(body)));
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      const pause = retrySeconds[row.attempts - 1];
      const final = pause === undefined || !(error instanceof SmtpRejection) || error.permanent;
      if (final) return mails.settleFailed(row.id, reason);
      return mails.postpone(row.id, clock.now() + pause, reason);
    }
    return mails.settleSent(row.id, clock.now());
  }

  async function sendDue(holder: string): Promise<void> {
    for (;;) {
      const due = stopped ? undefined : await mails.findDue(clock.now());
      if (!due) return;
      await runs.renew(runName, holder, clock.now() + heldSeconds);
      const taken = await mails.take(due.id, due.next_time, clock.now() + heldSeconds);
      if (taken) await sendTaken(taken);
    }
  }

  async function work(): Promise<void> {
    const holder = randomText(20);
    const now = clock.now();
    if (!(await runs.hold(runName, { holder, now, until: now + heldSeconds, progress: "" }))) {
      timer ??= setTimeout(() => {
        timer = undefined;
        kick();
      }, lookAgainMilliseconds).unref();
      return;
    }
    try {
      await sendDue(holder);
    } finally {
      await runs.release(runName, holder, "");
    }
  }

  async function drain(): Promise<void> {
    again = true;
    draining ??= (async () => {
      try {
        while (again && !stopped) {
          again = false;
          await work();
        }
      } finally {
        draining = undefined;
      }
    })();
    await draining;
  }

  function kick(): void {
    // A failure here is the database's; the queue's job gets the same error and reports it.
    drain().catch(() => {});
  }

  return {
    drain,
    kick,
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await draining?.catch(() => {});
    },
  };
}
