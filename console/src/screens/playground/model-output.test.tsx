import { describe, expect, it } from "vitest";
import { renderApp } from "../../../test/render-app";
import { ModelOutput } from "./model-output";
import { renderOutput } from "./render-output";
import { splitOutput } from "./split-output";

function html(text: string): string {
  const place = document.createElement("div");
  place.append(renderOutput(text));
  return place.innerHTML;
}

describe("model output", () => {
  it("is Markdown", () => {
    const page = html("## Title\n\n1. **bold** and `code`\n\n|a|b|\n|-|-|\n|1|2|");
    for (const part of ["<h4>Title</h4>", "<strong>bold</strong>", "<code>code</code>", "<td>1</td>"])
      expect(page).toContain(part);
  });

  it.each([
    `<script>alert(1)</script>`,
    `<img src=x onerror=alert(1)>`,
    `text <b onclick=alert(1)>bold</b>`,
    `<svg onload=alert(1)></svg>`,
    `<iframe src="https://evil.example.com"></iframe>`,
    `<style>@import url(https://evil.example.com/a.css)</style>`,
    `<form action="https://evil.example.com"><input name="password"></form>`,
  ])("stays text where it is HTML: %s", (attack) => {
    const place = document.createElement("div");
    place.append(renderOutput(attack));
    expect(place.textContent).toContain(attack);
    expect(place.querySelector("script,img,b,svg,iframe,style,form,input")).toBeNull();
  });

  it("loads no picture, but links to it with its address", () => {
    const page = html("![cat](https://evil.example.com/cat.png?secret)");
    expect(page).not.toContain("<img");
    expect(page).toContain('href="https://evil.example.com/cat.png?secret"');
    expect(page).toContain("cat (evil.example.com)");
  });

  it.each([
    "[x](javascript:alert(1))",
    "[x](java&#10;script:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](/api/user/logout)",
    "[x](//evil.example.com)",
    "[x](blob:https://a.example/1)",
  ])("has no link but to web pages and mail: %s", (text) => {
    expect(html(text)).not.toContain("href=");
  });

  it("shows a link's address unless its text does, without opener or referrer", () => {
    expect(html("[my bank](https://evil.example.com/login)")).toContain("my bank (evil.example.com)");
    expect(html("[https://bank.example.com](https://evil.example.com)")).toContain("(evil.example.com)");
    expect(html("https://docs.example.com/a")).not.toContain("(docs.example.com)");
    expect(html("[a](https://example.org)")).toContain('rel="noopener noreferrer nofollow"');
  });
});

describe("splitting an answer", () => {
  const kinds = (text: string) => splitOutput(text).map(({ kind, text: part }) => `${kind}: ${part}`);

  it("separates code, also while its end has not arrived", () => {
    expect(kinds("Look:\n```js\nlet a = 1;\n\nlet b;\n```\nDone")).toEqual([
      "markdown: Look:",
      "code: let a = 1;\n\nlet b;",
      "markdown: Done",
    ]);
    expect(kinds("```\nhalf")).toEqual(["code: half"]);
  });

  it("leaves lists whole", () => {
    expect(kinds("1. one\n\n   more\n\n2. two\n\nAfter")).toEqual([
      "markdown: 1. one\n\n   more\n\n2. two",
      "markdown: After",
    ]);
  });

  it("changes only the last part of an answer that grows", () => {
    const before = splitOutput("# One\n\nTwo\n\nThr");
    const after = splitOutput("# One\n\nTwo\n\nThree");
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
  });
});

describe("endless answers", () => {
  const many = (text: string, length: number) =>
    text.repeat(Math.ceil(length / text.length)).slice(0, length);

  const pieces = [
    "_a",
    "[",
    "*a ",
    "**a",
    "> ",
    "`a",
    "[a](",
    "~~a",
    "|a",
    "a@",
    "a",
    "<a ",
    "![",
    "&",
    "\\",
  ];
  it.each(pieces)("of %j without a line end are rendered as text", (piece) => {
    const text = `${many(piece, 100_000)}@`;
    expect(splitOutput(text)).toEqual([{ kind: "plain", text, language: "" }]);
  });

  it("of many lines reach the Markdown parser in blocks that parse in milliseconds", () => {
    const line = many("_a", 3900);
    const [small, large] = [`${line}\n${line}`, `${line}\n${line}\n${line}`];
    expect(splitOutput(`${small}\n\n${large}\n\nEnd`).map(({ kind, text }) => [kind, text])).toEqual([
      ["markdown", small],
      ["plain", large],
      ["markdown", "End"],
    ]);
  });

  it("of nested lists and quotes are rendered as text", () => {
    const list = Array.from({ length: 500 }, (_, depth) => `${"  ".repeat(depth)}- a`).join("\n");
    for (const text of [list, many(">", 5000), many("1. ", 5000)])
      expect(splitOutput(text).every(({ kind }) => kind === "plain")).toBe(true);
  });

  it("of five megabytes are rendered in part and can be downloaded", async () => {
    const paragraph = "A paragraph of an answer that does not end. ".repeat(20);
    const text = `${paragraph}\n\n`.repeat(6000);
    expect(text.length).toBeGreaterThan(5_000_000);
    await renderApp(<ModelOutput text={text} />, { namespaces: ["playground"] });
    expect(document.body.textContent).toContain("The first 100,000 of");
    expect(document.body.textContent?.length).toBeLessThan(150_000);
  });
});
