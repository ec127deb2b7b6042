import Box from "@mui/material/Box";
import Chip from "@mui/material/Chip";
import List from "@mui/material/List";
import ListSubheader from "@mui/material/ListSubheader";
import Stack from "@mui/material/Stack";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import type { MenuCollapse, Screen } from "../../../lib/define-screen";
import { useSession } from "../../../lib/session/session";
import { unknownVersion, useSiteInfo } from "../../../lib/site-info/site-info";
import { Logo } from "../../logo";
import { navigationFor, openCollapseAt, screenAt } from "../../navigation";
import { MenuCollapseEntry } from "./menu-collapse-entry";
import { MenuEntry } from "./menu-entry";
import { UserCard } from "./user-card";

/** The menu: user card, permitted groups, version. One entry is marked and one section is open at a time. */
export function SideMenu(props: { screens: readonly Screen[]; onSelect: () => void; showLogo: boolean }) {
  const { t } = useTranslation("shell");
  const { pathname } = useLocation();
  const { version } = useSiteInfo();
  const role = useSession()?.role;
  const groups = useMemo(() => navigationFor(props.screens, role), [props.screens, role]);
  const current = screenAt(props.screens, pathname);
  const holding = openCollapseAt(props.screens, pathname);

  // The current page's section opens on navigation and can be closed afterwards.
  const [arrivedAt, setArrivedAt] = useState(pathname);
  const [openFold, setOpenFold] = useState<MenuCollapse | undefined>(holding);
  if (arrivedAt !== pathname) {
    setArrivedAt(pathname);
    if (holding) setOpenFold(holding);
  }
  const toggleFold = useCallback(
    (id: MenuCollapse) => setOpenFold((open) => (open === id ? undefined : id)),
    [],
  );

  return (
    <Stack sx={{ height: "100%", px: 1.5, pt: props.showLogo ? 1 : 3, pb: 1.5 }}>
      {props.showLogo && (
        <Box sx={{ px: 1, mb: 1 }}>
          <Logo />
        </Box>
      )}
      <UserCard screens={props.screens} />
      <Box
        component="nav"
        aria-label={t("screensNav")}
        sx={{ flex: 1, overflowY: "auto", mx: -1.5, px: 1.5, mt: 1.5 }}
      >
        {groups.map((group) => (
          <List
            key={group.id}
            dense
            disablePadding
            sx={{ mb: 1 }}
            subheader={
              <ListSubheader disableSticky sx={{ px: 1.25, color: "text.secondary", bgcolor: "transparent" }}>
                {t(group.title)}
              </ListSubheader>
            }
          >
            {group.entries.map((entry) =>
              entry.kind === "screen" ? (
                <MenuEntry
                  key={entry.screen.path}
                  screen={entry.screen}
                  selected={entry.screen === current}
                  onSelect={props.onSelect}
                />
              ) : (
                <MenuCollapseEntry
                  key={entry.id}
                  entry={entry}
                  open={openFold === entry.id}
                  onToggle={toggleFold}
                  current={entry.screens.find((screen) => screen === current)}
                  onSelect={props.onSelect}
                />
              ),
            )}
          </List>
        ))}
      </Box>
      {version && version !== unknownVersion && (
        <Box sx={{ pt: 1.5, textAlign: "center" }}>
          <Chip size="small" disabled aria-disabled label={version} />
        </Box>
      )}
    </Stack>
  );
}
