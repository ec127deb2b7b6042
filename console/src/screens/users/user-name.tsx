import DeleteForeverOutlinedIcon from "@mui/icons-material/DeleteForeverOutlined";
import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import Typography from "@mui/material/Typography";
import type { AdminUser } from "@tollgate/contract/users";
import { useTranslation } from "react-i18next";
import { RowLink } from "../../design-system/data-table/row-link";
import type { UserCellActions } from "./user-cell-actions";

const quiet = { color: "text.secondary" } as const;

/** The name that opens the user with the display name beside it, and the address below. */
export function UserName({ user, actions }: { user: AdminUser; actions: UserCellActions }) {
  const { t } = useTranslation("users");
  const { email } = user;
  const display = user.display_name === user.username ? "" : user.display_name;
  return (
    <Box sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 0.75, minWidth: 0 }}>
        <RowLink label={user.username} onOpen={() => actions.open(user)} />
        {display !== "" && (
          <Typography variant="caption" component="span" noWrap title={display} sx={quiet}>
            {display}
          </Typography>
        )}
        {actions.isSelf(user) && <Chip size="small" variant="outlined" label={t("you")} />}
        {user.deletion_requested_time > 0 && (
          <Tooltip title={t("deletion_requested")}>
            <DeleteForeverOutlinedIcon
              role="img"
              aria-label={t("deletion_requested")}
              color="error"
              sx={{ fontSize: 16 }}
            />
          </Tooltip>
        )}
      </Stack>
      {email !== "" && (
        <Typography variant="caption" component="div" noWrap title={email} sx={quiet}>
          {email}
        </Typography>
      )}
    </Box>
  );
}
