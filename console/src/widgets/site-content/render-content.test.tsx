import { describe, expect, it } from "vitest";
import { renderContent } from "./render-content";

function html(text: string): string {
  const place = document.createElement("div");
  place.append(renderContent(text));
  return place.innerHTML;
}

describe("the operator's content", () => {
  it("is Markdown with its tables, and HTML within it", () => {
    const page = html("# Hello\n\n|a|b|\n|-|-|\n|1|2|\n\n<details><summary>More</summary>text</details>");
    expect(page).toContain("<h1>Hello</h1>");
    expect(page).toContain("<td>1</td>");
    expect(page).toContain("<summary>More</summary>");
  });

  it.each([
    `<script>alert(1)</script>`,
    `<img src=x onerror=alert(1)>`,
    `<svg onload=alert(1)><script>alert(1)</script></svg>`,
    `<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>`,
    `<svg><animate onbegin=alert(1) attributeName=x></svg>`,
    `<svg><use href="data:image/svg+xml;base64,PHN2Zy8+#x"></use></svg>`,
    `<svg><foreignObject><iframe src="https://evil.example.com"></iframe></foreignObject></svg>`,
    `<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>`,
    `<iframe src="https://evil.example.com"></iframe>`,
    `<iframe srcdoc="<script>alert(1)</script>"></iframe>`,
    `<object data="https://evil.example.com"></object><embed src="https://evil.example.com">`,
    `<link rel="stylesheet" href="https://evil.example.com/a.css">`,
    `<meta http-equiv="refresh" content="0;url=https://evil.example.com">`,
    `<base href="https://evil.example.com/">`,
    `<style>@import url(https://evil.example.com/a.css)</style>`,
    `<form action="https://evil.example.com"><input name="password"><button>Go</button></form>`,
    `<a href="javascript:alert(1)">x</a>`,
    `[x](javascript:alert(1))`,
    `[x](java&#10;script:alert(1))`,
    `[x](data:text/html,<script>alert(1)</script>)`,
    `<a href="https://a.example.com" ping="https://evil.example.com">x</a>`,
    `<video poster="https://evil.example.com/x.png" src="https://evil.example.com"></video>`,
    `<template><script>alert(1)</script></template>`,
    `<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>`,
    `<div style="background:url(https://evil.example.com/x.png)">x</div>`,
    `<div style="background-image:image-set('https://evil.example.com/x.png' 1x)">x</div>`,
    `<body onload=alert(1)>`,
    `<div popover id="content">x</div>`,
    `<img srcset="https://evil.example.com/x.png 1x">`,
  ])("does nothing but be read: %s", (attack) => {
    const page = html(attack);
    expect(page).not.toMatch(
      /<(script|iframe|object|embed|link|meta|base|style|form|input|button|video|template|use|foreignobject|animate)\b/i,
    );
    expect(page).not.toMatch(/\son\w+=|javascript:|data:text|evil\.example\.com|popover|\sid=/i);
  });

  it("keeps inline pictures, and loads others without a referrer", () => {
    const page = html('<img src="data:image/png;base64,AAAA"> ![logo](https://cdn.example.com/a.png)');
    expect(page).toContain('src="data:image/png;base64,AAAA"');
    expect(page.match(/referrerpolicy="no-referrer"/g)).toHaveLength(2);
  });

  it("opens external pages in a new tab without opener or referrer", () => {
    expect(html("[a](https://example.org)")).toContain('target="_blank" rel="noopener noreferrer nofollow"');
    expect(html('[a](/price) <a href="#top" target="_top">b</a>')).not.toContain("target");
  });

  it("keeps decorative styles and drops those that move, cover or fetch", () => {
    const style = (text: string): string | null => {
      const place = document.createElement("div");
      place.append(renderContent(`<p style="${text}">x</p>`));
      return place.querySelector("p")?.getAttribute("style") ?? null;
    };
    expect(style("text-align: center; color: red")).toBe("color: red; text-align: center");
    expect(style("position: fixed; inset: 0; z-index: 9999")).toBeNull();
    expect(style("margin-top: -500px")).toBeNull();
    expect(style("color: var(--x)")).toBeNull();
  });

  it("drops ids and classes", () => {
    expect(html('<p id="root" class="MuiBackdrop-root" name="x" data-theme="dark">x</p>')).toContain(
      "<p>x</p>",
    );
  });
});
