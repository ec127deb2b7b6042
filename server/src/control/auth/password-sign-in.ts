import type { SettingKey } from "@tollgate/contract/settings";
import type { TransactionQueries } from "../../storage/database.ts";
import { createOptionRepository } from "../../storage/repositories/option-repository.ts";

const key = "PasswordLoginEnabled" satisfies SettingKey;

/** The audit entry of `enablePasswordSignIn`. */
export const passwordSignInEnabled = {
  action: "setting.change",
  target: { type: "setting", id: key },
  detail: { [key]: [false, true] },
};

/** For a command beside the server. Only what differs from the default, which is on, has a row. */
export async function isPasswordSignInEnabled(queries: TransactionQueries): Promise<boolean> {
  const rows = await createOptionRepository(queries).all();
  return !rows.some((row) => row.key === key && row.value === "false");
}

/** A running server reads its settings again after the transaction. */
export async function enablePasswordSignIn(queries: TransactionQueries): Promise<void> {
  const options = createOptionRepository(queries);
  await options.claim();
  await options.remove(key);
}
