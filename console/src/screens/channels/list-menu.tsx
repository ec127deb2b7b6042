import AccountBalanceWalletOutlinedIcon from "@mui/icons-material/AccountBalanceWalletOutlined";
import DeleteOutlineIcon from "@mui/icons-material/DeleteOutlined";
import MoreHorizIcon from "@mui/icons-material/MoreHoriz";
import Divider from "@mui/material/Divider";
import IconButton from "@mui/material/IconButton";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useConfirm } from "../../design-system/confirm-dialog/use-confirm";
import { notify } from "../../lib/notifications/notifications";
import { useDeleteDisabled, useUpdateBalances } from "./channels-queries";

/** Menu of rarely needed actions on all channels. */
export function ListMenu() {
  const { t } = useTranslation("channels");
  const confirm = useConfirm();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const balances = useUpdateBalances();
  const deletion = useDeleteDisabled();
  const refresh = () => {
    setAnchor(null);
    balances.mutate(undefined, { onSuccess: () => notify.success(t("list.balances_done")) });
  };
  const remove = async () => {
    setAnchor(null);
    const question = { title: t("list.delete_disabled_title"), body: t("list.delete_disabled_body") };
    if (!(await confirm({ ...question, confirmLabel: t("actions.delete"), danger: true }))) return;
    deletion.mutate(undefined, {
      onSuccess: (count) => notify.success(t("list.deleted", { count })),
    });
  };
  return (
    <>
      <IconButton
        aria-label={t("list.menu")}
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
        loading={balances.isPending || deletion.isPending}
      >
        <MoreHorizIcon fontSize="small" />
      </IconButton>
      <Menu
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
        transformOrigin={{ vertical: "top", horizontal: "right" }}
      >
        <MenuItem onClick={refresh}>
          <ListItemIcon>
            <AccountBalanceWalletOutlinedIcon />
          </ListItemIcon>
          {t("list.balances")}
        </MenuItem>
        <Divider />
        <MenuItem
          onClick={() => void remove()}
          sx={{ color: "error.main", "& svg": { color: "error.main" } }}
        >
          <ListItemIcon>
            <DeleteOutlineIcon />
          </ListItemIcon>
          {t("list.delete_disabled")}
        </MenuItem>
      </Menu>
    </>
  );
}
