import MenuIcon from "@mui/icons-material/Menu";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Stack from "@mui/material/Stack";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import { lazyPart } from "../../../design-system/lazy-part/lazy-part";
import { tokens } from "../../../design-system/theme/tokens";
import type { Screen } from "../../../lib/define-screen";
import { useSession } from "../../../lib/session/session";
import { LanguageMenu } from "../../language-menu";
import { Logo } from "../../logo";
import { NoticeButton } from "../../notice/notice-button";
import { paths } from "../../paths";
import { ThemeToggle } from "../../theme-toggle";
import { outwardLink, type PublicLink, usePublicLinks } from "./use-public-links";

// Menu code is fetched when the first menu opens.
const PublicAccount = lazyPart(async () => (await import("./public-account")).PublicAccount);
const LinkList = lazyPart(async () => (await import("./link-list")).LinkList);

/** From here on there is room for the links beside each other. */
const wide = "md";

/** Logo and links at the left, language, theme and the way in at the right; on small screens the links fold into a list. */
export function PublicTopBar(props: { screens: readonly Screen[] }) {
  const signedIn = useSession() !== undefined;
  const links = usePublicLinks(props.screens);
  const { pathname } = useLocation();
  return (
    <Stack
      component="header"
      direction="row"
      sx={{
        position: "sticky",
        top: "var(--banner-height, 0px)",
        zIndex: (theme) => theme.zIndex.appBar,
        alignItems: "center",
        gap: { xs: 0.25, sm: 0.5 },
        height: tokens.headerHeight,
        flexShrink: 0,
        px: { xs: 1.5, sm: 3 },
        bgcolor: "background.paper",
        borderBottom: 1,
        borderColor: "divider",
      }}
    >
      <Box sx={{ minWidth: 0, mr: { xs: 0, [wide]: 2 }, flex: { xs: 1, [wide]: "none" } }}>
        <Logo />
      </Box>
      <LinkRow links={links} pathname={pathname} />
      <NoticeButton />
      <ThemeToggle />
      <LanguageMenu />
      {signedIn ? (
        <Suspense fallback={null}>
          <PublicAccount screens={props.screens} />
        </Suspense>
      ) : (
        <LoginButton hidden={pathname === paths.login} />
      )}
      <FoldedLinks links={links} />
    </Stack>
  );
}

function LinkRow({ links, pathname }: { links: PublicLink[]; pathname: string }) {
  const { t } = useTranslation("shell");
  return (
    <Stack
      component="nav"
      direction="row"
      aria-label={t("public.links")}
      sx={{ flex: 1, gap: 0.25, display: { xs: "none", [wide]: "flex" } }}
    >
      {links.map((link) =>
        link.id === "download" ? (
          <DownloadMenu key={link.id} link={link} />
        ) : (
          <Button
            key={link.id}
            color="inherit"
            {...("to" in link.target ? { component: Link, to: link.target.to } : outwardLink(link.target))}
            aria-current={"to" in link.target && link.target.to === pathname ? "page" : undefined}
            sx={linkLook}
          >
            {link.label}
          </Button>
        ),
      )}
    </Stack>
  );
}

const linkLook = {
  px: 1.25,
  minWidth: 0,
  color: "text.secondary",
  fontWeight: 400,
  "&:hover": { color: "text.primary" },
  "&[aria-current=page]": { color: "text.primary", fontWeight: 500 },
} as const;

/** Downloads of client apps. */
function DownloadMenu({ link }: { link: PublicLink }) {
  const { t } = useTranslation("shell");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={linkLook}
      >
        {t("public.download")}
      </Button>
      <Suspense fallback={null}>
        {anchor && <LinkList links={[link]} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </>
  );
}

function FoldedLinks({ links }: { links: PublicLink[] }) {
  const { t } = useTranslation("shell");
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Box sx={{ display: { xs: "block", [wide]: "none" } }}>
      <IconButton
        aria-label={t("public.links")}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ color: "text.secondary" }}
      >
        <MenuIcon />
      </IconButton>
      <Suspense fallback={null}>
        {anchor && <LinkList links={links} anchor={anchor} onClose={() => setAnchor(null)} />}
      </Suspense>
    </Box>
  );
}

function LoginButton({ hidden }: { hidden: boolean }) {
  const { t } = useTranslation("shell");
  if (hidden) return null;
  return (
    <Button component={Link} to={paths.login} variant="contained" size="small" sx={{ ml: 0.75 }}>
      {t("screens.login")}
    </Button>
  );
}
