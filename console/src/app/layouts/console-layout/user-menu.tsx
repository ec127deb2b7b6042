import LogoutIcon from "@mui/icons-material/Logout";
import SettingsOutlinedIcon from "@mui/icons-material/SettingsOutlined";
import { roleName } from "@tollgate/contract/access";
import Box from "@mui/material/Box";
import Divider from "@mui/material/Divider";
import ListItemIcon from "@mui/material/ListItemIcon";
import Menu from "@mui/material/Menu";
import MenuItem from "@mui/material/MenuItem";
import Typography from "@mui/material/Typography";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import type { Screen } from "../../../lib/define-screen";
import { useSession } from "../../../lib/session/session";
import { paths } from "../../paths";
import { useSignOut } from "../../use-sign-out";

export interface UserMenuProps {
  screens: readonly Screen[];
  anchor: HTMLElement | null;
  onClose: () => void;
}

/** Settings (the profile) and signing out. */
export function UserMenu(props: UserMenuProps) {
  const { t } = useTranslation("shell");
  const user = useSession();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const hasProfile = props.screens.some((screen) => screen.path === paths.profile);
  return (
    <Menu
      anchorEl={props.anchor}
      open={props.anchor !== null}
      onClose={props.onClose}
      anchorOrigin={{ vertical: "bottom", horizontal: "right" }}
      transformOrigin={{ vertical: "top", horizontal: "right" }}
      slotProps={{ paper: { sx: { mt: 0.5, minWidth: 220 } } }}
    >
      <Box component="li" role="none" sx={{ px: 1.25, pt: 0.75, pb: 1 }}>
        <Typography variant="subtitle2" noWrap>
          {user?.display_name || user?.username}
        </Typography>
        <Typography variant="caption" component="div" noWrap sx={{ color: "text.secondary" }}>
          {[user?.email, t(`roles.${roleName(user?.role ?? 0)}`)].filter(Boolean).join(" · ")}
        </Typography>
      </Box>
      <Divider component="li" sx={{ mb: 0.75 }} />
      {hasProfile && (
        <MenuItem
          onClick={() => {
            props.onClose();
            void navigate(paths.profile);
          }}
        >
          <ListItemIcon>
            <SettingsOutlinedIcon />
          </ListItemIcon>
          {t("settings")}
        </MenuItem>
      )}
      <MenuItem
        onClick={() => {
          props.onClose();
          void signOut();
        }}
      >
        <ListItemIcon>
          <LogoutIcon />
        </ListItemIcon>
        {t("signOut")}
      </MenuItem>
    </Menu>
  );
}
