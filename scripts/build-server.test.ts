import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { buildServer } from "./build-server.ts";
import { plantTree } from "./plant-tree.ts";

const main = `import { readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { word } from "./platform/word.ts";
const data: { word: string } = JSON.parse(readFileSync(new URL("./data.json", import.meta.url), "utf8"));
new Worker(new URL("./storage/side-thread.ts", import.meta.url)).on("message", (text) => {
  console.log([word, data.word, text].join(" "));
});
`;

it("takes along the threads and files that the server opens, and runs as the sources do", async () => {
  using tree = plantTree({
    "server/package.json": '{ "type": "module" }',
    "server/src/main.ts": main,
    "server/src/data.json": '{ "word": "data" }',
    "server/src/platform/word.ts": 'export const word: string = "“größe” 词 🙂";\n',
    "server/src/storage/side-thread.ts":
      'import { parentPort } from "node:worker_threads";\nimport { word } from "../platform/word.ts";\nparentPort?.postMessage(`thread ${word}`);\n',
  });
  await buildServer(tree.root);
  const built = path.join(tree.root, "server/dist");
  const run = spawnSync(process.execPath, [path.join(built, "main.js")], { encoding: "utf8" });
  expect(run.stderr).toBe("");
  expect(run.stdout).toBe("“größe” 词 🙂 data thread “größe” 词 🙂\n");
  expect(readFileSync(path.join(built, "main.js"), "latin1")).toMatch(/^[\0-\x7f]*$/);
});

it("rejects two opened files of one name, since one would replace the other", async () => {
  const opens = 'console.log(new URL("./words.txt", import.meta.url));\n';
  using tree = plantTree({
    "server/package.json": '{ "type": "module" }',
    "server/src/main.ts": `import "./storage/reader.ts";\n${opens}`,
    "server/src/words.txt": "some words",
    "server/src/storage/reader.ts": opens,
    "server/src/storage/words.txt": "other words",
  });
  await expect(buildServer(tree.root)).rejects.toThrow(/words\.txt.* would both be dist\/words\.txt: rename/);
});
