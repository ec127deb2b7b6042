import Box from "@mui/material/Box";
import { Suspense, useEffect, useLayoutEffect } from "react";
import { Outlet } from "react-router";
import { lazyPart } from "../design-system/lazy-part/lazy-part";
import type { Screen } from "../lib/define-screen";
import { followOtherTabs, useHasAccess } from "../lib/session/session";
import { DemoBanner } from "./demo-banner";
import { ForgetUser } from "./forget-user";
import { announceMissingParts } from "./load-page";
import { PageFocus } from "./page-focus";
import { PageProgress } from "./page-progress";
import { ScrollToTop } from "./scroll-to-top";
import { SiteInfoEffects } from "./site-info-effects";

const CaptureBanner = lazyPart(
  async () => (await import("../widgets/captures/capture-banner")).CaptureBanner,
);

/** Around every page: progress, banner, title. */
export function RootPage(props: { screens: readonly Screen[] }) {
  const mayCapture = useHasAccess("admin");
  useEffect(followOtherTabs, []);
  useEffect(announceMissingParts, []);
  // Removes the text drawn by the start script; the page renders the same text.
  useLayoutEffect(() => document.getElementById("first-paint")?.remove(), []);
  return (
    <>
      <PageProgress />
      <ScrollToTop />
      <PageFocus />
      <SiteInfoEffects screens={props.screens} />
      <DemoBanner />
      {mayCapture && (
        <Suspense fallback={null}>
          <CaptureBanner />
        </Suspense>
      )}
      <Outlet />
      {/* After the page: its effects, which subscribe to queries, run first. */}
      <ForgetUser />
    </>
  );
}

/** Shown until the first page's code has loaded; empty, since it is short. */
export function Splash() {
  return <Box sx={{ minHeight: "100dvh" }} aria-busy />;
}
