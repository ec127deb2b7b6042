import "@fontsource/roboto/latin-400.css";
import "@fontsource/roboto/latin-500.css";
import "@fontsource/roboto/latin-700.css";
import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { createApp } from "./app/app";
import { screens } from "./app/screens";
import { registerTexts } from "./app/texts";
import { startI18n } from "./lib/i18n/i18n";

registerTexts(screens);
await startI18n();
const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
// In a transition: the start script already drew the heading, and the page stays responsive while it renders.
startTransition(() => createRoot(root).render(createApp()));
