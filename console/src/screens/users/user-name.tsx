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

/** The name that opens the user, and under it who that is. */
export function UserName({ user, actions }: { user: AdminUser; actions: UserCellActions }) {
  const { t } = useTranslation("users");
  const about = [user.display_name, user.email].filter((text) => text !== "").join(" · ");
  return (
    <Box sx={{ minWidth: 0 }}>
      <Stack direction="row" sx={{ alignItems: "center", gap: 0.75, minWidth: 0 }}>
        <RowLink label={user.username} onOpen={() => actions.open(user)} />
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
      {about !== "" && (
        <Typography variant="caption" component="div" noWrap title={about} sx={{ color: "text.secondary" }}>
          {about}
        </Typography>
      )}
    </Box>
  );
}
