import { expect, it } from "vitest";
import { checkFunctions } from "./check-functions.ts";
import { repositoryRoot } from "./finding.ts";
import { plantTree } from "./plant-tree.ts";

const check = (source: string, file = "server/src/relay/run-attempt.ts") => {
  using tree = plantTree({ [file]: source });
  return checkFunctions(tree.root).map(({ line, problem }) => `${line} ${problem}`);
};

it("finds nothing in the repository", () => {
  expect(checkFunctions(repositoryRoot)).toEqual([]);
});

it.each([
  "context.keepItems = (output) => items.keep(userId, output);",
  "this.#resolve = () => account;",
  "this.#resolve ??= async () => account;",
  "request.sign =\n  (finished: Body, now = clock(1)): Promise<string> =>\n    sign(finished);",
  "handlers[name] = function () {};",
  "reply.done = value => value;",
])("rejects %s", (statement) => {
  const said = ["2 assigns a function to a property: give it a name first"];
  expect(check(`const a = 1;\n${statement}\n`)).toEqual(said);
  expect(check(`const a = 1;\n${statement}\n`, "server/src/control/tokens/service.ts")).toEqual([]);
});

it.each([
  "const sign = () => 1;\nrequest.sign = sign;",
  "class A { #sent = () => 1; sent = (error?: Error) => {}; }",
  "const call = { resolve: () => 1 };",
  "this.#ended = list.some((one) => one.ended);",
  "this.total = (a + b) * 2;\nconst next = () => 1;",
  "// this.#resolve = () => account;",
  'const sign: UpstreamRequest["sign"] = (finished) => finished;',
  "call.isDone = count >= most;",
])("accepts %s", (statement) => {
  expect(check(statement)).toEqual([]);
});
