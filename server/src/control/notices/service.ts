import { roles } from "@tollgate/contract/access";
import type { Page } from "@tollgate/contract/list-query";
import type { Notice } from "@tollgate/contract/notices";
import type { Clock } from "../../platform/clock.ts";
import type { GuardedFetch } from "../../platform/guarded-fetch/guarded-fetch.ts";
import type { SecretBox } from "../../platform/secret-box.ts";
import type { Database } from "../../storage/database.ts";
import { createJobRunRepository } from "../../storage/repositories/job-run-repository.ts";
import type { PageRequest } from "../../storage/repositories/list-page.ts";
import { createNoticeChannelRepository } from "../../storage/repositories/notice-channel-repository.ts";
import { createNoticeRepository, type NoticeFilter } from "../../storage/repositories/notice-repository.ts";
import type { UserRepository } from "../../storage/repositories/user-repository.ts";
import type { Audit } from "../audit.ts";
import type { MailService } from "../mail/service.ts";
import type { SettingsService } from "../settings/service.ts";
import { type ChannelAccounts, createChannelAccounts } from "./channel-accounts.ts";
import { NoticeRejected } from "./channels/channel.ts";
import { noticeChannels } from "./channels/registry.ts";
import { createReleaseCheck } from "./check-release.ts";
import { createNotify, type Notify } from "./notify.ts";
import { presentNotice } from "./present.ts";
import { createNoticeQueue } from "./queue.ts";
import { createQueueWatch } from "./watch-queues.ts";

export type { Notify };

/** Notifies administrators of events, over the channels that they set up. */
export interface NoticeService {
  notify: Notify;
  /** Configured channels. */
  channels: ChannelAccounts;
  history(request: PageRequest & NoticeFilter): Promise<Page<Notice>>;
  /** Sends what is due, for the queue's job. */
  sendDue(): Promise<void>;
  /** Reports mails and messages that wait for long. */
  watchQueues(): Promise<void>;
  /** Reports a newer release of Tollgate, if the setting has an address. */
  checkRelease(): Promise<void>;
  /** Deletes messages of more than thirty days. */
  prune(): Promise<void>;
  /** Waits for the messages being sent. */
  stop(): Promise<void>;
}

export interface NoticeDependencies {
  database: Database;
  mail: MailService;
  users: Pick<UserRepository, "findReachable">;
  settings: SettingsService;
  fetchPublic: GuardedFetch;
  product: { version: string };
  secretBox: SecretBox;
  audit: Audit;
  clock: Clock;
}

const keptSeconds = 30 * 86_400;

export function createNoticeService(deps: NoticeDependencies): NoticeService {
  const { database, mail, clock } = deps;
  const notices = createNoticeRepository(database.queries);
  const runs = createJobRunRepository(database.queries);

  /** None: every administrator's. @throws NoticeRejected */
  async function recipientsOf(addresses: readonly string[]): Promise<readonly string[]> {
    if (!mail.configured()) throw new NoticeRejected("No mail server is set up.");
    if (addresses.length > 0) return addresses;
    const readers = await deps.users.findReachable(roles.admin);
    if (readers.length === 0) throw new NoticeRejected("No administrator has an address.");
    return readers.map(({ email }) => email);
  }

  const channels = createChannelAccounts({
    ...deps,
    noticeChannels,
    async sendTestMails(addresses, language) {
      for (const to of await recipientsOf(addresses))
        await mail.sendNow(to, { kind: "notice_test" }, language);
    },
  });
  const queue = createNoticeQueue({
    ...deps,
    ...channels,
    channels: createNoticeChannelRepository(database.queries),
    notices,
    async sendMails(addresses, message) {
      const recipients = await recipientsOf(addresses);
      await mail.sendAll(recipients.map((to) => ({ to, ...message })));
    },
  });
  const notify = createNotify({ ...deps, queue });

  return {
    notify,
    channels,

    async history(request) {
      const { rows, total } = await notices.page(request, request);
      return { data: rows.map(presentNotice), page: request.page, size: request.size, total_count: total };
    },

    sendDue: () => queue.drain(),
    watchQueues: createQueueWatch({ mail, notices, runs, clock, notify }),
    checkRelease: createReleaseCheck({ ...deps, runs, notify }),
    prune: () => notices.deleteUntil(clock.now() - keptSeconds),
    stop: () => queue.stop(),
  };
}
