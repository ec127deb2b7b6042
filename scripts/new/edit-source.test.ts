import { describe, expect, it } from "vitest";
import { addEntry, addImport, addImportedName, addLines, addMember, replaceOnce } from "./edit-source.ts";

describe("an import", () => {
  const file = `import * as z from "zod";
import { b } from "./b.ts";
import {
  long,
  names,
} from "./d.ts";

export const list = [b];
`;

  it("goes before the first module that comes after it by name", () => {
    const lines = addImport('import { c } from "./c.ts";')(file).split("\n");
    expect(lines.indexOf('import { c } from "./c.ts";')).toBe(2);
  });

  it("goes after the last one of its kind where no module sorts after it", () => {
    expect(addImport('import { e } from "./e.ts";')(file)).toContain('} from "./d.ts";\nimport { e }');
    expect(addImport('import { a } from "../a.ts";')(file)).toContain('from "zod";\nimport { a }');
  });

  it("joins the names of a module that is imported already", () => {
    expect(addImportedName("more", "./d.ts")(file)).toMatch(/import \{ more,\s+long,\s+names,/);
    expect(() => addImportedName("long", "./d.ts")(file)).toThrow('expected no "long"');
    expect(() => addImportedName("z", "zod")(file)).toThrow('expected names in the import from "zod"');
    expect(() => addImportedName("x", "./x.ts")(file)).toThrow('expected an import from "./x.ts"');
  });

  it("is rejected where the file has the name already, and where nothing is imported", () => {
    expect(() => addImport('import { names } from "./e.ts";')(file)).toThrow('expected no "names"');
    expect(() => addImport('import { x as list } from "./x.ts";')(file)).toThrow('expected no "list"');
    expect(() => addImport('import { a } from "./a.ts";')("const a = 1;\n")).toThrow("expected imports");
  });
});

describe("an entry", () => {
  const list = "const names = [";
  const add = (file: string, entry: string, place?: "sorted" | "end" | { before: string }) =>
    addEntry({ list, entry, ...(place && { place }) })(file).replaceAll(/\s+/g, " ");

  it("goes to the end of a list, with or without a comma there", () => {
    expect(add("const names = [a, b];", "c")).toBe("const names = [a, b, c,];");
    expect(add("const names = [\n  a,\n  b,\n];", "c")).toBe("const names = [ a, b, c, ];");
    expect(add("const names = [];", "c")).toBe("const names = [ c,];");
  });

  it("goes to its place by name, or before a certain entry", () => {
    expect(add("const names = [\n  a,\n  c,\n];", "b", "sorted")).toBe("const names = [ a, b, c, ];");
    expect(add("const names = [\n  a,\n  last,\n];", "b", { before: "last" })).toContain("a, b, last");
  });

  it("handles brackets, commas and quotes in texts, comments and nested lists", () => {
    const file = `const names = [\n  // ] a comment\n  f("],"),\n  [/^\\/(a|b\\))\\//, "x"],\n  [1, 2],\n  "c",\n];\nconst other = [];`;
    expect(add(file, '"d"')).toContain('"c", "d", ]; const other = [];');
  });

  it("ends with a semicolon among the members of an interface", () => {
    const edit = addEntry({ list: "export interface Tables {", entry: "b: B", place: "sorted" });
    expect(edit("export interface Tables {\n  a: A;\n  c: C;\n}")).toContain("a: A;\n  b: B;\nc: C;");
  });

  it("is rejected if it exists, if its neighbor does not, and if the list is missing or duplicated", () => {
    expect(() => add("const names = [a];", "a")).toThrow('expected no "a"');
    expect(() => add("const names = [a];", "b", { before: "z" })).toThrow('expected "z"');
    expect(() => add("const other = [a];", "b")).toThrow('expected "const names = ["');
    expect(() => add("const names = [];\nconst names = [];", "b")).toThrow("there twice");
    expect(() => add("const names = [a", "b")).toThrow("to be closed");
  });
});

it("adds a member to a union type", () => {
  expect(addMember("type Kind =", '"c"')('type Kind = "a" | "b";\n')).toBe('type Kind = "a" | "b" | "c";\n');
  expect(() => addMember("type Kind =", '"c"')("")).toThrow('expected "type Kind ="');
});

describe("lines", () => {
  it("go before or after a unique line", () => {
    expect(addLines({ before: "two" }, "new")("one\n  two\n")).toBe("one\nnew\n  two\n");
    expect(addLines({ after: "one" }, "new")("one\n  two\n")).toBe("one\nnew\n  two\n");
    expect(() => addLines({ after: "one" }, "new")("one\none\n")).toThrow("there twice");
  });

  it("are replaced only where they are unique", () => {
    expect(replaceOnce("a", "b")("a c")).toBe("b c");
    expect(() => replaceOnce("a", "b")("c")).toThrow('expected "a", but it is not there');
  });
});
