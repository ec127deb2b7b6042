import type { Queries } from "../database.ts";

/** Sign-in methods of one super administrator without a password. */
export interface RootAccess {
  github: boolean;
  wechat: boolean;
  lark: boolean;
  oidc: boolean;
  passkey: boolean;
}

const superAdministrator = 100;
const enabled = 1;

/** Every living, enabled super administrator with the account's sign-in methods. */
export async function readRootAccess(queries: Queries): Promise<RootAccess[]> {
  const rows = await queries
    .selectFrom("users")
    .select(["id", "github_id", "wechat_id", "lark_id", "oidc_id"])
    .where("role", "=", superAdministrator)
    .where("status", "=", enabled)
    .where("deleted_time", "=", 0)
    .execute();
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const keys = await queries.selectFrom("passkeys").select("user_id").where("user_id", "in", ids).execute();
  const withKey = new Set(keys.map((key) => key.user_id));
  return rows.map((row) => ({
    github: row.github_id !== "",
    wechat: row.wechat_id !== "",
    lark: row.lark_id !== "",
    oidc: row.oidc_id !== "",
    passkey: withKey.has(row.id),
  }));
}
