import Box from "@mui/material/Box";
import { useEffect } from "react";
import { Outlet } from "react-router";
import type { Screen } from "../lib/define-screen";
import { followOtherTabs } from "../lib/session/session";
import { DemoBanner } from "./demo-banner";
import { PageProgress } from "./page-progress";
import { ScrollToTop } from "./scroll-to-top";
import { SiteInfoEffects } from "./site-info-effects";

/** Around every page: progress, banner, title. */
export function RootPage(props: { screens: readonly Screen[] }) {
  useEffect(followOtherTabs, []);
  return (
    <>
      <PageProgress />
      <ScrollToTop />
      <SiteInfoEffects screens={props.screens} />
      <DemoBanner />
      <Outlet />
    </>
  );
}

/** The first moment of a visit, until the page's code is there: quiet, since it is short. */
export function Splash() {
  return <Box sx={{ minHeight: "100dvh" }} aria-busy />;
}
