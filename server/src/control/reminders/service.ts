import { readNotifySetting } from "@tollgate/contract/profile";
import { formatQuota } from "@tollgate/contract/quota";
import type { Ledger } from "../../ledger/ledger.ts";
import type { Clock } from "../../platform/clock.ts";
import type { UserRepository, UserRow } from "../../storage/repositories/user-repository.ts";
import type { SettingsService } from "../settings/service.ts";
import type { UserNoticeService } from "../user-notices/service.ts";

/** Notices that users subscribe to. */
export interface ReminderService {
  /**
   * Notifies every active caller whose balance fell below their own threshold, or else the site's. The next message
   * comes after the balance was seen above the threshold and fell again.
   */
  remindOfBalances(): Promise<void>;
}

export interface ReminderDependencies {
  users: UserRepository;
  ledger: Ledger;
  userNotices: UserNoticeService;
  settings: SettingsService;
  clock: Clock;
}

const hour = 3600;

export function createReminderService(deps: ReminderDependencies): ReminderService {
  const { userNotices, clock } = deps;

  async function remind(row: UserRow): Promise<void> {
    const { QuotaPerUnit, DisplayInCurrencyEnabled, QuotaRemindThreshold } = deps.settings.current();
    const wanted = readNotifySetting(row.notify_setting, QuotaRemindThreshold);
    // Leases only add to the stored balance.
    if (!userNotices.wants(row, "quota_reminder") || row.quota >= wanted.quota_threshold) return;
    const balance = await deps.ledger.balanceOf(row.id);
    if (balance >= wanted.quota_threshold || !(await deps.users.setReminded(row.id, 1))) return;
    const format = { quotaPerUnit: QuotaPerUnit, displayInCurrency: DisplayInCurrencyEnabled };
    try {
      await userNotices.notifyUser(row.id, "quota_reminder", {
        balance: formatQuota(balance, format),
        threshold: formatQuota(wanted.quota_threshold, format),
      });
    } catch (error) {
      await deps.users.setReminded(row.id, 0);
      throw error;
    }
  }

  /** A user above the threshold is reminded again the next time the balance falls. */
  async function forgetReminders(): Promise<void> {
    const { QuotaRemindThreshold } = deps.settings.current();
    for (const { id, balance, notify_setting } of await deps.users.reminded())
      if (Number(balance) >= readNotifySetting(notify_setting, QuotaRemindThreshold).quota_threshold)
        await deps.users.setReminded(id, 0);
  }

  return {
    async remindOfBalances() {
      await forgetReminders();
      const now = clock.now();
      const lastHour = now - (now % hour) - hour;
      for (const row of await deps.users.spendersSince(lastHour)) await remind(row);
    },
  };
}
