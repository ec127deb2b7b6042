import { readNotifySetting } from "@tollgate/contract/profile";
import { formatQuota } from "@tollgate/contract/quota";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import { languageOf, type MailService } from "../mail/service.ts";
import type { SettingsService } from "../settings/service.ts";

/** What users asked to be told without being there. */
export interface ReminderService {
  /**
   * Mails everyone whose calls go on below the balance that they, or else the operator, named, once a day at most. Who makes no calls is not reminded: nothing
   * of theirs will stop.
   */
  remindOfBalances(): Promise<void>;
}

export interface ReminderDependencies {
  users: UserRepository;
  ledger: Ledger;
  mail: MailService;
  settings: SettingsService;
  clock: Clock;
}

const hour = 3600;
const againSeconds = 86_400;

export function createReminderService(deps: ReminderDependencies): ReminderService {
  const { mail, clock } = deps;

  async function remind(row: UserRow): Promise<void> {
    const { QuotaPerUnit, DisplayInCurrencyEnabled, QuotaRemindThreshold } = deps.settings.current();
    const wanted = readNotifySetting(row.notify_setting, QuotaRemindThreshold);
    // What leases hold only adds to the stored balance.
    if (!wanted.quota_reminder || row.quota >= wanted.quota_threshold) return;
    const about = `balance:${row.id}`;
    if (await mail.hasTold(about, againSeconds)) return;
    const balance = await deps.ledger.balanceOf(row.id);
    if (balance >= wanted.quota_threshold) return;
    const format = { quotaPerUnit: QuotaPerUnit, displayInCurrency: DisplayInCurrencyEnabled };
    await mail.send({
      to: row.email,
      language: languageOf(row.language),
      content: {
        kind: "quota_reminder",
        username: row.username,
        balance: formatQuota(balance, format),
        threshold: formatQuota(wanted.quota_threshold, format),
      },
      about,
    });
  }

  return {
    async remindOfBalances() {
      if (!mail.configured()) return;
      const now = clock.now();
      const lastHour = now - (now % hour) - hour;
      for (const row of await deps.users.spendersSince(lastHour)) await remind(row);
    },
  };
}
