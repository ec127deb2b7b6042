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

/** Longest wait for what the first render would otherwise be repeated for, in milliseconds. */
const longestWait = 300;
const waited = new Promise((resolve) => setTimeout(resolve, longestWait));

/** Ends the task: a phone takes long for each part of the start, and reacts to touches between them. */
const pause = () => new Promise((resolve) => setTimeout(resolve));

async function start(): Promise<void> {
  await pause();
  registerTexts(screens);
  const queryClient = createQueryClient();
  // The start script requested it with the modules.
  const siteInfo = queryClient.prefetchQuery(siteInfoQuery);
  await Promise.all([startI18n(), Promise.race([siteInfo, waited])]);
  await pause();
  const root = document.querySelector("#root");
  if (!root) throw new Error("index.html has no #root");
  const app = createApp(queryClient);
  // With the page in it, the first render is the one that inserts its styles piece by piece (lib/style-insertion).
  await Promise.race([app.hasPage, waited]);
  await pause();
  // In a transition: the start script already drew the heading, and the page stays responsive while it renders.
  startTransition(() => createRoot(root).render(app.element));
}

// Not awaited: pages import from this chunk, and would be evaluated only when it has ended.
void start();
