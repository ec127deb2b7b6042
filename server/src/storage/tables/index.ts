import type { AnnouncementsTable } from "./announcements.ts";
import type { AuditEntriesTable } from "./audit-entries.ts";
import type { BudgetLeasesTable } from "./budget-leases.ts";
import type { CapturesTable, CaptureTargetsTable } from "./captures.ts";
import type { CallerChangesTable } from "./caller-changes.ts";
import type { ChangeVersionsTable } from "./change-versions.ts";
import type { ChannelEventsTable } from "./channel-events.ts";
import type { ChannelHealthTable } from "./channel-health.ts";
import type { ChannelsTable } from "./channels.ts";
import type { FigureFoldsTable } from "./figure-folds.ts";
import type { InviteRewardsTable } from "./invite-rewards.ts";
import type { JobRunsTable } from "./job-runs.ts";
import type { LeasesTable } from "./leases.ts";
import type { LedgerEntriesTable } from "./ledger-entries.ts";
import type { LogsTable } from "./logs.ts";
import type { MailsTable } from "./mails.ts";
import type { ModelInfosTable } from "./model-infos.ts";
import type { ModelOwnersTable } from "./model-owners.ts";
import type { NoticeChannelsTable, NoticesTable } from "./notices.ts";
import type { OneTimeCodesTable } from "./one-time-codes.ts";
import type { OptionsTable } from "./options.ts";
import type { PasskeyChallengesTable } from "./passkey-challenges.ts";
import type { PasskeysTable } from "./passkeys.ts";
import type {
  OrderEventsTable,
  OrderSettlementsTable,
  OrdersTable,
  PaymentGatewaysTable,
} from "./payments.ts";
import type { PricesTable } from "./prices.ts";
import type { ProcessesTable } from "./processes.ts";
import type { RecoveryCodesTable } from "./recovery-codes.ts";
import type { RedemptionsTable } from "./redemptions.ts";
import type { ResponseOriginsTable } from "./response-origins.ts";
import type { SessionsTable } from "./sessions.ts";
import type { SignInStatesTable } from "./sign-in-states.ts";
import type { HoldsTable, TasksTable } from "./tasks.ts";
import type {
  TelegramBotsTable,
  TelegramMenusTable,
  TelegramMessagesTable,
  TelegramUpdatesTable,
} from "./telegram.ts";
import type { TokensTable } from "./tokens.ts";
import type { TranslatedItemGroupsTable, TranslatedItemsTable } from "./translated-items.ts";
import type { UncollectedDailyTable } from "./uncollected-daily.ts";
import type { UsageFiguresTable } from "./usage-figures.ts";
import type { UsageHourlyOutcomesTable } from "./usage-hourly-outcomes.ts";
import type { UsageHourlyTable } from "./usage-hourly.ts";
import type { UsageHourlyTokensTable } from "./usage-hourly-tokens.ts";
import type { UsedSignInCodesTable } from "./used-sign-in-codes.ts";
import type { UserGroupsTable } from "./user-groups.ts";
import type { UsersTable } from "./users.ts";

/** Every table, by name. */
export interface Tables {
  announcements: AnnouncementsTable;
  audit_entries: AuditEntriesTable;
  budget_leases: BudgetLeasesTable;
  caller_changes: CallerChangesTable;
  capture_targets: CaptureTargetsTable;
  captures: CapturesTable;
  change_versions: ChangeVersionsTable;
  channel_events: ChannelEventsTable;
  channel_health: ChannelHealthTable;
  channels: ChannelsTable;
  figure_folds: FigureFoldsTable;
  invite_rewards: InviteRewardsTable;
  job_runs: JobRunsTable;
  leases: LeasesTable;
  ledger_entries: LedgerEntriesTable;
  logs: LogsTable;
  mails: MailsTable;
  model_infos: ModelInfosTable;
  model_owners: ModelOwnersTable;
  notice_channels: NoticeChannelsTable;
  notices: NoticesTable;
  one_time_codes: OneTimeCodesTable;
  options: OptionsTable;
  order_events: OrderEventsTable;
  order_settlements: OrderSettlementsTable;
  orders: OrdersTable;
  passkey_challenges: PasskeyChallengesTable;
  passkeys: PasskeysTable;
  payment_gateways: PaymentGatewaysTable;
  prices: PricesTable;
  processes: ProcessesTable;
  recovery_codes: RecoveryCodesTable;
  redemptions: RedemptionsTable;
  response_makers: ResponseOriginsTable;
  sessions: SessionsTable;
  sign_in_states: SignInStatesTable;
  holds: HoldsTable;
  tasks: TasksTable;
  telegram_bots: TelegramBotsTable;
  telegram_menus: TelegramMenusTable;
  telegram_messages: TelegramMessagesTable;
  telegram_updates: TelegramUpdatesTable;
  tokens: TokensTable;
  translated_items: TranslatedItemsTable;
  translated_item_groups: TranslatedItemGroupsTable;
  uncollected_daily: UncollectedDailyTable;
  usage_figures: UsageFiguresTable;
  usage_hourly: UsageHourlyTable;
  usage_hourly_outcomes: UsageHourlyOutcomesTable;
  usage_hourly_tokens: UsageHourlyTokensTable;
  used_sign_in_codes: UsedSignInCodesTable;
  user_groups: UserGroupsTable;
  users: UsersTable;
}
