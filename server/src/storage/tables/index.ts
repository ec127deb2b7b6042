import type { AuditEntriesTable } from "./audit-entries.ts";
import type { ChangeVersionsTable } from "./change-versions.ts";
import type { ChannelEventsTable } from "./channel-events.ts";
import type { ChannelsTable } from "./channels.ts";
import type { JobRunsTable } from "./job-runs.ts";
import type { LeasesTable } from "./leases.ts";
import type { LedgerEntriesTable } from "./ledger-entries.ts";
import type { LogsTable } from "./logs.ts";
import type { OptionsTable } from "./options.ts";
import type { PricesTable } from "./prices.ts";
import type { ProcessesTable } from "./processes.ts";
import type { SessionsTable } from "./sessions.ts";
import type { TokensTable } from "./tokens.ts";
import type { UsageHourlyTable } from "./usage-hourly.ts";
import type { UserGroupsTable } from "./user-groups.ts";
import type { UsersTable } from "./users.ts";

/** Every table, by name. */
export interface Tables {
  audit_entries: AuditEntriesTable;
  change_versions: ChangeVersionsTable;
  channel_events: ChannelEventsTable;
  channels: ChannelsTable;
  job_runs: JobRunsTable;
  leases: LeasesTable;
  ledger_entries: LedgerEntriesTable;
  logs: LogsTable;
  options: OptionsTable;
  prices: PricesTable;
  processes: ProcessesTable;
  sessions: SessionsTable;
  tokens: TokensTable;
  usage_hourly: UsageHourlyTable;
  user_groups: UserGroupsTable;
  users: UsersTable;
}
