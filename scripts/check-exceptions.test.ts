import { expect, it } from "vitest";
import { checkExceptions } from "./check-exceptions.ts";
import { plantTree } from "./plant-tree.ts";

const check = (text: string) => {
  using tree = plantTree({ "server/src/a.ts": `const first = 1;\n${text}\n` });
  return checkExceptions(tree.root).map((finding) => `${finding.line} ${finding.problem}`);
};

it("rejects an exception without a reason", () => {
  expect(check("// oxlint-disable-next-line no-console")).toEqual(["2 oxlint-disable without a reason"]);
  expect(check("  /* eslint-disable no-console */")).toEqual(["2 eslint-disable without a reason"]);
  expect(check("// @ts-expect-error")).toEqual(["2 @ts-expect-error without a reason"]);
  expect(check(`write(); ${"//"} oxlint-disable-line no-console`)).toEqual([
    "2 oxlint-disable without a reason",
  ]);
});

it("accepts an exception with a reason", () => {
  expect(check("// oxlint-disable-next-line no-console -- the password is printed once, on purpose")).toEqual(
    [],
  );
  expect(check("// @ts-expect-error the library's types lack this option")).toEqual([]);
  expect(check("{/* oxlint-disable-next-line react/no-danger -- sanitised by markdown-view */}")).toEqual([]);
});

it("rejects directives to a linter that does not run", () => {
  expect(check("// biome-ignore lint/suspicious/noExplicitAny: the widest type")).toEqual([
    "2 speaks to a linter that is not used",
  ]);
  expect(check("// biome-ignore format: a table reads better")).toEqual([]);
});
