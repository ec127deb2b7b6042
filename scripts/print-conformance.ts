import { writeFileSync } from "node:fs";
import path from "node:path";
import { describeConformanceMatrix } from "../server/test/conformance/matrix/describe-conformance-matrix.ts";
import { repositoryRoot } from "./finding.ts";

/** `npm run conformance`: prints which fields each format preserves at each provider, and writes it to docs/use/formats.md. */
const { document, checks, silent } = describeConformanceMatrix();
writeFileSync(path.join(repositoryRoot, "docs/use/formats.md"), document);
process.stdout.write(`${document}\n${checks} translations of requests.\n`);
for (const loss of silent) process.stdout.write(`Lost without being named: ${loss}\n`);
process.exitCode = silent.length > 0 ? 1 : 0;
