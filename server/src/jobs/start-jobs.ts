import type { AccountService } from "../control/accounts/service.ts";
import type { CaptureService } from "../control/captures/service.ts";
import type { ChannelService } from "../control/channels/service.ts";
import type { InvitationService } from "../control/invitations/service.ts";
import type { LogService } from "../control/logs/service.ts";
import type { MailService } from "../control/mail/service.ts";
import type { NoticeService } from "../control/notices/service.ts";
import type { OrderWatch } from "../control/payments/service.ts";
import type { ReconciliationService } from "../control/reconciliation/service.ts";
import type { RegistrationService } from "../control/registration/service.ts";
import type { ReminderService } from "../control/reminders/service.ts";
import type { TaskService } from "../control/tasks/service.ts";
import type { SettingsService } from "../control/settings/service.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../storage/database.ts";
import { createChannelHealthRepository } from "../storage/repositories/channel-health-repository.ts";
import { createFigureWriteRepository } from "../storage/repositories/figure-write-repository.ts";
import { createJobRunRepository } from "../storage/repositories/job-run-repository.ts";
import { createResponseOriginRepository } from "../storage/repositories/response-origin-repository.ts";
import { createTranslatedItemRepository } from "../storage/repositories/translated-item-repository.ts";
import { checkModels } from "./check-models.ts";
import { checkRelease } from "./check-release.ts";
import { closeOrders } from "./close-orders.ts";
import { fillFigures } from "./fill-figures.ts";
import { fillOutcomes } from "./fill-outcomes.ts";
import { rollUpFigures } from "./roll-up-figures.ts";
import { payInviteRewards } from "./pay-invite-rewards.ts";
import { payWelcomes } from "./pay-welcomes.ts";
import { probeChannels } from "./probe-channels.ts";
import { pruneCaptures } from "./prune-captures.ts";
import { pruneFigures } from "./prune-figures.ts";
import { pruneHealth } from "./prune-health.ts";
import { pruneItems } from "./prune-items.ts";
import { pruneLogs } from "./prune-logs.ts";
import { pruneMail } from "./prune-mail.ts";
import { pruneOrigins } from "./prune-origins.ts";
import { pruneNotices } from "./prune-notices.ts";
import { pruneTasks } from "./prune-tasks.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";
import { remindOfBalances } from "./remind-of-balances.ts";
import { type Scheduler, startScheduler } from "./scheduler.ts";
import { sendMail } from "./send-mail.ts";
import { sendNotices } from "./send-notices.ts";
import { updateBalances } from "./update-balances.ts";
import { watchNotices } from "./watch-notices.ts";

export interface JobDependencies {
  database: Database;
  accounts: AccountService;
  captures: CaptureService;
  channels: ChannelService;
  invitations: InvitationService;
  logs: LogService;
  mail: MailService;
  notices: NoticeService;
  orderWatch: OrderWatch;
  reconciliation: ReconciliationService;
  registration: RegistrationService;
  reminders: ReminderService;
  settings: SettingsService;
  tasks: TaskService;
  clock: Clock;
  onError(error: unknown): void;
}

/** Every job, one line each. The first check comes after some seconds, so that the start is not slowed. */
export function startJobs({ database, settings, clock, onError, ...features }: JobDependencies): Scheduler {
  const { accounts, captures, channels, logs, mail, notices, orderWatch } = features;
  const { registration, reminders } = features;
  const runs = createJobRunRepository(database.queries);
  const jobs = [
    fillOutcomes(database, runs),
    fillFigures(database, runs, clock),
    rollUpFigures(database, clock),
    probeChannels(channels, settings),
    updateBalances(channels, settings),
    checkModels(channels, settings),
    pruneLogs(logs, settings),
    pruneCaptures(captures),
    closeOrders(orderWatch),
    sendMail(mail),
    pruneMail(mail, registration),
    sendNotices(notices),
    watchNotices(notices),
    pruneNotices(notices),
    checkRelease(notices, settings),
    pruneOrigins(createResponseOriginRepository(database.queries), clock),
    pruneItems(createTranslatedItemRepository(database.queries), clock),
    pruneHealth(createChannelHealthRepository(database.queries), clock),
    pruneFigures(createFigureWriteRepository(database.queries), settings, clock),
    payWelcomes(accounts),
    payInviteRewards(features.invitations),
    remindOfBalances(reminders),
    reconcileLedger(features.reconciliation),
    pruneTasks(features.tasks),
  ];
  return startScheduler({ jobs, runs, clock, onError });
}
