import { writeFileSync } from "node:fs";
import path from "node:path";
import { writeApiErrorsDocument } from "../server/test/documents/api-errors-document.ts";
import { repositoryRoot } from "./finding.ts";

/** Writes docs/operate/api-errors.md from the catalog of error codes. */
writeFileSync(path.join(repositoryRoot, "docs/operate/api-errors.md"), writeApiErrorsDocument());
