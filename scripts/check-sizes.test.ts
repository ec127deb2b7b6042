import { expect, it } from "vitest";
import { checkSizes } from "./check-sizes.ts";
import { isFailure } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

const lines = (count: number) => "const line = 1;\n".repeat(count);

it("rejects a source file of more than 500 lines", () => {
  using tree = plantTree({ "server/src/relay/long.ts": lines(501) });
  const findings = checkSizes(tree.root);
  expect(findings).toMatchObject([{ path: "server/src/relay/long.ts", problem: "has 501 lines" }]);
  expect(isFailure(findings)).toBe(true);
});

it("warns from 401 lines on without failing", () => {
  using tree = plantTree({ "console/src/app/app.tsx": lines(500), "scripts/short.ts": lines(400) });
  const findings = checkSizes(tree.root);
  expect(findings.map((finding) => finding.path)).toEqual(["console/src/app/app.tsx"]);
  expect(isFailure(findings)).toBe(false);
});

it("lets fixtures, locales, generated files and packages be long", () => {
  using tree = plantTree({
    "server/src/relay/formats/openai-chat/__fixtures__/big.ts": lines(900),
    "console/src/screens/tokens/locales/texts.ts": lines(900),
    "console/node_modules/a/index.js": lines(900),
    "server/src/storage/generated/rows.ts": lines(900),
  });
  expect(checkSizes(tree.root)).toEqual([]);
});
