import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import type { ReactNode } from "react";
import type { Screen } from "../../../lib/define-screen";
import { NoticeDoor } from "../../notice/notice-door";
import { SkipLink } from "../../skip-link";
import { PublicTopBar } from "./public-top-bar";
import { SiteFooter } from "./site-footer";

export interface PublicLayoutProps {
  screens: readonly Screen[];
  /** Pages with one thing to do, such as signing in, have none. */
  footer: boolean;
  children: ReactNode;
}

/** The public site's frame: its bar above, the page, the footer below. */
export function PublicLayout(props: PublicLayoutProps) {
  return (
    <Stack sx={{ minHeight: "calc(100dvh - var(--banner-height, 0px))" }}>
      <SkipLink />
      <PublicTopBar screens={props.screens} />
      <Box
        component="main"
        id="content"
        tabIndex={-1}
        sx={{ flex: 1, display: "flex", flexDirection: "column", outline: "none", minWidth: 0 }}
      >
        {props.children}
      </Box>
      {props.footer && <SiteFooter screens={props.screens} />}
      {/* Nothing comes between a visitor and a form to sign in with. */}
      {props.footer && <NoticeDoor />}
    </Stack>
  );
}
