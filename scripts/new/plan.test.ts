import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { plantTree } from "../plant-tree.ts";
import { addEntry } from "./edit-source.ts";
import { apply, type Plan } from "./plan.ts";

const list: Plan["edits"][number] = ["list.ts", addEntry({ list: "const list = [", entry: '"b"' })];
const plan = (part: Partial<Plan>): Plan => ({ files: {}, edits: [], next: [], ...part });

describe("a plan", () => {
  it("writes new files and edits, formatted as the repository is", () => {
    using tree = plantTree({ "list.ts": 'export const list = ["a"];\n' });
    const edit: Plan["edits"][number] = ["list.ts", addEntry({ list: "const list = [", entry: '"b"' })];
    const files = apply(
      tree.root,
      plan({ files: { "new/a.ts": "export   const a = {b:1}" }, edits: [edit] }),
    );
    expect(files).toEqual(["new/a.ts", "list.ts"]);
    expect(readFileSync(path.join(tree.root, "new/a.ts"), "utf8")).toBe("export const a = { b: 1 };\n");
    expect(readFileSync(path.join(tree.root, "list.ts"), "utf8")).toBe('export const list = ["a", "b"];\n');
  });

  it.each([
    ["a list that is missing", plan({ edits: [list, ["other.ts", list[1]]] }), "other.ts: expected a file"],
    ["a file that is there", plan({ files: { "list.ts": "" } }), "list.ts exists already"],
    ["a text that is no code", plan({ files: { "new/a.ts": "const = ;" } }), "biome cannot format"],
  ])("changes nothing because of %s", (_what, wrong, message) => {
    const before = 'const list = ["a"];\n';
    using tree = plantTree({ "list.ts": before });
    expect(() => apply(tree.root, { ...wrong, files: { "new/b.ts": "", ...wrong.files } })).toThrow(message);
    expect(readFileSync(path.join(tree.root, "list.ts"), "utf8")).toBe(before);
    expect(existsSync(path.join(tree.root, "new"))).toBe(false);
  });

  it("reverts its files if a document cannot be written", () => {
    const before = 'const list = ["a"];\n';
    using tree = plantTree({
      "list.ts": before,
      "docs/old.md": "old",
      "write.ts":
        'import { writeFileSync } from "node:fs";\nfor (const name of ["old", "new"]) writeFileSync(`docs/${name}.md`, "new");\n',
      "fail.ts": 'throw new Error("no");\n',
    });
    const documents = ["write.ts", "fail.ts"].map((script) => ({ program: [script], writes: "docs" }));
    const failing = plan({ files: { "b.ts": "" }, edits: [list], documents });
    expect(() => apply(tree.root, failing)).toThrow("fail.ts failed");
    expect(readFileSync(path.join(tree.root, "list.ts"), "utf8")).toBe(before);
    expect(existsSync(path.join(tree.root, "b.ts"))).toBe(false);
    expect(readFileSync(path.join(tree.root, "docs/old.md"), "utf8")).toBe("old");
    expect(existsSync(path.join(tree.root, "docs/new.md"))).toBe(false);
  });
});
