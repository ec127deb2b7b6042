import Stack from "@mui/material/Stack";
import Switch from "@mui/material/Switch";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import { type AdminUser, userStatus } from "@tollgate/contract/users";
import { useTranslation } from "react-i18next";
import type { UserCellActions } from "./user-cell-actions";

/** Switch and label; only the label for users of equal or higher role. Shows a deletion request beside it. */
export function UserStatus({ user, actions }: { user: AdminUser; actions: UserCellActions }) {
  const { t } = useTranslation("users");
  const enabled = user.status === userStatus.enabled;
  const may = actions.mayActOn(user);
  const control = (
    <Switch
      checked={enabled}
      disabled={!may}
      onChange={(event) => actions.toggle(user, event.target.checked)}
      slotProps={{ input: { "aria-label": t("status.toggle", { name: user.username }) } }}
    />
  );
  return (
    <Stack direction="row" sx={{ alignItems: "center", gap: 1, whiteSpace: "nowrap" }}>
      {may ? (
        control
      ) : (
        <Tooltip title={t(actions.isSelf(user) ? "own_account" : "higher_role")}>
          <span>{control}</span>
        </Tooltip>
      )}
      <Typography variant="body2" sx={{ color: "text.secondary" }}>
        {t(enabled ? "status.enabled" : "status.disabled")}
      </Typography>
    </Stack>
  );
}
