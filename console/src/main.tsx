import "@fontsource/roboto/latin-400.css";
import "@fontsource/roboto/latin-500.css";
import "@fontsource/roboto/latin-700.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createApp } from "./app/app";
import { screens } from "./app/screens";
import { registerTexts } from "./app/texts";
import { startI18n } from "./lib/i18n/i18n";
import { createQueryClient } from "./lib/query-client";
import { siteInfoQuery } from "./lib/site-info/site-info";

/** Longest wait for the site info, in milliseconds. The start script requested it with the modules. */
const siteInfoWait = 300;

registerTexts(screens);
const queryClient = createQueryClient();
// The first render is then the only one: it need not be repeated for what the site offers.
const siteInfo = Promise.race([
  queryClient.prefetchQuery(siteInfoQuery),
  new Promise((resolve) => setTimeout(resolve, siteInfoWait)),
]);
await Promise.all([startI18n(), siteInfo]);
const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
// In a transition: the start script already drew the heading, and the page stays responsive while it renders.
startTransition(() => createRoot(root).render(createApp(queryClient)));
