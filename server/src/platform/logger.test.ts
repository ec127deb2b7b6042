import { expect, it } from "vitest";
import { createLogger } from "./logger.ts";

it("hides secrets on three levels and keeps line breaks inside one line", () => {
  const lines: string[] = [];
  const logger = createLogger({ level: "info", destination: { write: (line) => void lines.push(line) } });
  logger.info(
    { password: "hunter22", body: { key: "sk-1" }, a: { headers: { authorization: "Bearer x" } } },
    "a\nb",
  );
  expect(lines).toHaveLength(1);
  expect(lines[0]).not.toMatch(/hunter22|sk-1|Bearer x/);
  expect(lines[0]?.trimEnd()).not.toContain("\n");
});
