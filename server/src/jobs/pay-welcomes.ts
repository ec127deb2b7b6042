import type { AccountService } from "../control/accounts/service.ts";
import type { Job } from "./job.ts";

/** Books opening quota and rewards of accounts whose process died before it could. */
export function payWelcomes(accounts: AccountService): Job {
  return { name: "pay-welcomes", interval: () => 300, run: () => accounts.payWelcomes() };
}
