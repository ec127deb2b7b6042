import type { ReminderService } from "../control/reminders/service.ts";
import type { Job } from "./job.ts";

/** Notifies users that their balance is low. */
export function remindOfBalances(reminders: ReminderService): Job {
  return { name: "remind-of-balances", interval: () => 600, run: () => reminders.remindOfBalances() };
}
