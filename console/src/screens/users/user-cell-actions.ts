import type { AdminUser } from "@tollgate/contract/users";

/** Actions of the list's cells, implemented by the page. */
export interface UserCellActions {
  open: (user: AdminUser) => void;
  toggle: (user: AdminUser, enabled: boolean) => void;
  mayActOn: (user: AdminUser) => boolean;
  isSelf: (user: AdminUser) => boolean;
}
