import { writeFileSync } from "node:fs";
import path from "node:path";
import { writeSettingsDocument } from "../server/test/control/settings-document.ts";
import { repositoryRoot } from "./finding.ts";

/** Writes docs/operate/settings.md from the settings and their readers. */
writeFileSync(path.join(repositoryRoot, "docs/operate/settings.md"), writeSettingsDocument());
