import Box from "@mui/material/Box";
import { useEffect, useLayoutEffect } from "react";
import { Outlet } from "react-router";
import type { Screen } from "../lib/define-screen";
import { followOtherTabs } from "../lib/session/session";
import { CaptureBanner } from "../widgets/captures/capture-banner";
import { DemoBanner } from "./demo-banner";
import { PageFocus } from "./page-focus";
import { PageProgress } from "./page-progress";
import { ScrollToTop } from "./scroll-to-top";
import { SiteInfoEffects } from "./site-info-effects";

/** Around every page: progress, banner, title. */
export function RootPage(props: { screens: readonly Screen[] }) {
  useEffect(followOtherTabs, []);
  // The words that the first script drew make room for the page that begins with the same.
  useLayoutEffect(() => document.getElementById("first-paint")?.remove(), []);
  return (
    <>
      <PageProgress />
      <ScrollToTop />
      <PageFocus />
      <SiteInfoEffects screens={props.screens} />
      <DemoBanner />
      <CaptureBanner />
      <Outlet />
    </>
  );
}

/** The first moment of a visit, until the page's code is there: quiet, since it is short. */
export function Splash() {
  return <Box sx={{ minHeight: "100dvh" }} aria-busy />;
}
