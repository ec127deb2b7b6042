import MenuIcon from "@mui/icons-material/Menu";
import MenuOpenIcon from "@mui/icons-material/MenuOpen";
import Box from "@mui/material/Box";
import ButtonBase from "@mui/material/ButtonBase";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import Tooltip from "@mui/material/Tooltip";
import { memo, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPart } from "../../../design-system/lazy-part/lazy-part";
import { tokens } from "../../../design-system/theme/tokens";
import { usePhone } from "../../../design-system/theme/use-phone";
import type { Screen } from "../../../lib/define-screen";
import { useSession } from "../../../lib/session/session";
import { LanguageMenu } from "../../language-menu";
import { Logo } from "../../logo";
import { BellButton } from "../../notice/bell-button";
import { ThemeToggle } from "../../theme-toggle";
import { Breadcrumbs } from "./breadcrumbs";
import { PaletteButton } from "./palette-button";
import { UserAvatar } from "./user-avatar";

// Separate from the shell, which shares it with the public bar: otherwise the sign-in page would fetch the menu code.
const UserMenu = lazyPart(async () => (await import("./user-menu")).UserMenu);

export interface TopBarProps {
  screens: readonly Screen[];
  menuOpen: boolean;
  onToggleMenu: () => void;
  onOpenPalette: () => void;
}

/** Logo, menu toggle and place at the left; search, language, theme and user at the right. */
export const TopBar = memo(function TopBar(props: TopBarProps) {
  const { t } = useTranslation("shell");
  const user = useSession();
  const phone = usePhone();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const toggleLabel = props.menuOpen ? t("closeMenu") : t("openMenu");
  return (
    <Stack
      component="header"
      direction="row"
      sx={{
        position: "sticky",
        top: "var(--banner-height, 0px)",
        // Above the menu on wide screens, below it where it floats.
        zIndex: (theme) => theme.zIndex.appBar,
        alignItems: "center",
        gap: { xs: 0, sm: 1 },
        height: tokens.headerHeight,
        px: { xs: 1, sm: 2 },
        bgcolor: "background.paper",
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ display: { xs: "none", md: "block" }, width: tokens.drawerWidth - 60, pl: 0.75 }}>
        <Logo />
      </Box>
      <Tooltip title={toggleLabel}>
        <IconButton
          aria-label={toggleLabel}
          aria-expanded={props.menuOpen}
          onClick={props.onToggleMenu}
          sx={{ color: "text.secondary" }}
        >
          {props.menuOpen ? <MenuOpenIcon /> : <MenuIcon />}
        </IconButton>
      </Tooltip>
      {/* On phones the breadcrumbs are above the page. */}
      <Box sx={{ flex: 1, minWidth: 0, ml: phone ? 0 : 0.5 }}>
        {phone ? <Logo /> : <Breadcrumbs screens={props.screens} />}
      </Box>
      <PaletteButton onOpen={props.onOpenPalette} />
      <BellButton />
      <ThemeToggle />
      <LanguageMenu />
      {user && (
        <>
          <ButtonBase
            aria-label={t("account")}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            onClick={(event) => setAnchor(event.currentTarget)}
            sx={{ borderRadius: "50%", p: 0.5, ml: { xs: 0, sm: 0.5 } }}
          >
            <UserAvatar user={user} size={32} />
          </ButtonBase>
          <Suspense fallback={null}>
            {anchor && <UserMenu screens={props.screens} anchor={anchor} onClose={() => setAnchor(null)} />}
          </Suspense>
        </>
      )}
    </Stack>
  );
});
