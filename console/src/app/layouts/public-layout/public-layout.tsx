import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { type ReactNode, Suspense } from "react";
import { lazyPart } from "../../../design-system/lazy-part/lazy-part";
import type { Screen } from "../../../lib/define-screen";
import { LazyNotice } from "../../notice/lazy-notice";
import { SkipLink } from "../../skip-link";
import { PublicTopBar } from "./public-top-bar";

// Below the fold and not needed for sign-in, so loaded lazily.
const SiteFooter = lazyPart(async () => (await import("./site-footer")).SiteFooter);

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
      {props.footer && (
        <Suspense fallback={<Box component="footer" sx={{ minHeight: 72 }} />}>
          <SiteFooter screens={props.screens} />
        </Suspense>
      )}
      {/* No dialog covers a sign-in form. */}
      <LazyNotice announces={props.footer} />
    </Stack>
  );
}
