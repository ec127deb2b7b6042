import type { AdminUser } from "@tollgate/contract/users";

/** What the list's cells can do; the page says how. */
export interface UserCellActions {
  open: (user: AdminUser) => void;
  toggle: (user: AdminUser, enabled: boolean) => void;
  mayActOn: (user: AdminUser) => boolean;
  isSelf: (user: AdminUser) => boolean;
}
