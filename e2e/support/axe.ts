import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

interface Violation {
  id: string;
  nodes: { target: unknown[] }[];
}

/** The package's own builder is five times slower: it opens a page for every call and returns all passed rules. */
const source = readFileSync(
  createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** Pages without an origin of their own report to the page around them too. */
const setUp = "axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })";

/** What axe finds wrong in a page and its frames by all its rules: the rule and the elements, one entry per rule. */
export async function findViolations(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate("typeof axe === 'object'"))) await frame.evaluate(`${source};${setUp}`);
  const violations = (await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ target }) => ({ target })) })))",
  )) as Violation[];
  return violations.map((v) => `${v.id}: ${v.nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
