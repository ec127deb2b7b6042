import "@fontsource/roboto/latin-400.css";
import "@fontsource/roboto/latin-500.css";
import "@fontsource/roboto/latin-700.css";
import { createRoot } from "react-dom/client";
import * as z from "zod";
import { createApp } from "./app/app";
import { screens } from "./app/screens";
import { registerTexts } from "./app/texts";
import { startI18n } from "./lib/i18n/i18n";

// The page's security policy forbids code made from text, which zod otherwise tries for speed.
z.config({ jitless: true });
registerTexts(screens);
await startI18n();
const root = document.querySelector("#root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(createApp());
