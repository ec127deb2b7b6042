import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { AdminUser } from "@tollgate/contract/users";
import { useTranslation } from "react-i18next";
import { QuotaText } from "../../widgets/quota-text/quota-text";
import { UserName } from "./user-name";
import { UserRole } from "./user-role";
import { UserStatus } from "./user-status";
import type { UserCellActions } from "./user-cell-actions";

/** A user on a phone: who it is, what it has and used, whether it may sign in. */
export function UserCard({ user, actions }: { user: AdminUser; actions: UserCellActions }) {
  const { t } = useTranslation("users");
  return (
    <Stack sx={{ gap: 1 }}>
      <UserName user={user} actions={actions} />
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: "wrap", alignItems: "center", typography: "body2" }}>
        <UserRole role={user.role} />
        <Box component="span">{user.group}</Box>
        <Box component="span" sx={{ whiteSpace: "nowrap" }}>
          {t("columns.quota")} <QuotaText value={user.quota} />
        </Box>
      </Stack>
      <UserStatus user={user} actions={actions} />
    </Stack>
  );
}
