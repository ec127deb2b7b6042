import Box from "@mui/material/Box";
import Drawer from "@mui/material/Drawer";
import type { Theme } from "@mui/material/styles";
import useMediaQuery from "@mui/material/useMediaQuery";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { GiveUp } from "../../../design-system/lazy-part/give-up";
import { lazyPart } from "../../../design-system/lazy-part/lazy-part";
import { screenOnly } from "../../../design-system/theme/print-rules";
import { tokens } from "../../../design-system/theme/tokens";
import { usePhone } from "../../../design-system/theme/use-phone";
import type { Screen } from "../../../lib/define-screen";
import { useLiveConnection } from "../../../lib/live/live";
import { selfQuery } from "../../../lib/session/self-query";
import { watchPageWidth } from "../../../widgets/usage-charts/page-width";
import { EarlyTyping } from "../../command-palette/early-typing";
import { ConnectionNotice } from "../../connection-notice";
import { LazyNotice } from "../../notice/lazy-notice";
import { paths } from "../../paths";
import { SkipLink } from "../../skip-link";
import { Breadcrumbs } from "./breadcrumbs";
import { ConsolePages } from "./console-pages";
import { PrefetchScreens } from "./prefetch-screens";
import { SideMenu } from "./side-menu";
import { TopBar } from "./top-bar";
import { usePaletteKey } from "./use-palette-key";
import { useShellEvents } from "./use-shell-events";

const CommandPalette = lazyPart(
  async () => (await import("../../command-palette/command-palette")).CommandPalette,
);

/** Side menu, top bar and the page between them. The menu stays on wide screens and floats on narrow ones. */
export function ConsoleLayout(props: { screens: readonly Screen[] }) {
  const { t } = useTranslation("shell");
  const persistent = useMediaQuery((theme: Theme) => theme.breakpoints.up("md"), { noSsr: true });
  const roomy = useMediaQuery((theme: Theme) => theme.breakpoints.up("lg"), { noSsr: true });
  const phone = usePhone();
  const { pathname } = useLocation();
  const [menuOpen, setMenuOpen] = useState(roomy);
  const room = roomy ? "roomy" : persistent ? "persistent" : "floating";
  const [roomBefore, setRoomBefore] = useState(room);
  // Resets on resize: in a narrow window the menu would cover the page.
  if (room !== roomBefore) {
    setRoomBefore(room);
    setMenuOpen(roomy);
  }
  const [paletteOpen, setPaletteOpen] = useState(false);
  const typedEarly = useRef("");
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  usePaletteKey(openPalette);
  const closePalette = (): void => {
    typedEarly.current = "";
    setPaletteOpen(false);
  };
  // Keeps balance and role fresh; the pages read the same entry.
  useQuery(selfQuery);
  useLiveConnection();
  useShellEvents();

  // Stable, as the menu is not rendered again for every page.
  const afterSelect = useCallback(() => {
    if (!roomy) setMenuOpen(false);
  }, [roomy]);
  const toggleMenu = useCallback(() => setMenuOpen((open) => !open), []);

  const shownBeside = persistent && menuOpen;
  return (
    <Box sx={{ "--header-height": `${tokens.headerHeight}px` }}>
      <SkipLink />
      <ConnectionNotice />
      <TopBar
        screens={props.screens}
        menuOpen={menuOpen}
        onToggleMenu={toggleMenu}
        onOpenPalette={openPalette}
      />
      <Drawer
        variant={persistent ? "persistent" : "temporary"}
        open={menuOpen}
        onClose={() => setMenuOpen(false)}
        slotProps={{
          paper: {
            ...(persistent && { component: "aside" }),
            "aria-label": t("menu"),
            sx: {
              width: tokens.drawerWidth,
              bgcolor: "background.paper",
              borderRight: 1,
              borderColor: "divider",
              ...(persistent && {
                top: "calc(var(--banner-height, 0px) + var(--header-height))",
                height: "calc(100dvh - var(--banner-height, 0px) - var(--header-height))",
              }),
            },
          },
        }}
      >
        <SideMenu screens={props.screens} onSelect={afterSelect} showLogo={!persistent} />
      </Drawer>
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={(theme) => ({
          outline: "none",
          ml: shownBeside ? `${tokens.drawerWidth}px` : 0,
          transition: theme.transitions.create("margin", {
            duration: theme.transitions.duration.leavingScreen,
          }),
          px: { xs: 2, sm: 3, lg: 4 },
          pt: { xs: 2, sm: 3 },
          // Room for the floating main action on phones.
          pb: { xs: 12, sm: 6 },
        })}
      >
        <Box ref={watchPageWidth} sx={{ maxWidth: { md: tokens.contentWidth }, mx: "auto" }}>
          {/* On the dashboard it would repeat the heading. */}
          {phone && pathname !== paths.dashboard && (
            <Box className={screenOnly} sx={{ mb: 1.5 }}>
              <Breadcrumbs screens={props.screens} />
            </Box>
          )}
          <ConsolePages />
        </Box>
      </Box>
      <LazyNotice announces />
      <PrefetchScreens screens={props.screens} />
      {paletteOpen && (
        <Suspense
          fallback={
            <>
              <EarlyTyping typed={typedEarly} onClose={closePalette} />
              <GiveUp onGiveUp={closePalette} />
            </>
          }
        >
          <CommandPalette screens={props.screens} typedEarly={typedEarly} onClose={closePalette} />
        </Suspense>
      )}
    </Box>
  );
}
