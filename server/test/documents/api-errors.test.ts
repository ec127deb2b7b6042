import path from "node:path";
import { expect, it } from "vitest";
import { writeApiErrorsDocument } from "./api-errors-document.ts";

it("docs/operate/api-errors.md lists every error code", async () => {
  const file = path.resolve(import.meta.dirname, "../../../docs/operate/api-errors.md");
  await expect(writeApiErrorsDocument(), "run node scripts/print-api-errors.ts").toMatchFileSnapshot(file);
});
