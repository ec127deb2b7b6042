import { describe, expect, it } from "vitest";
import { escapeHtml, type MarkupMode, parseMarkup } from "./telegram-markup.ts";

const bold = (...children: string[]) => ({ style: "bold", children });

/** What Telegram shows, by core.telegram.org/bots/api#formatting-options. */
const shown: [mode: MarkupMode, text: string, nodes: unknown[]][] = [
  ["MarkdownV2", "*bold* text", [bold("bold"), " text"]],
  [
    "MarkdownV2",
    "*b _i __u__ ~s~ ||p||_*",
    [
      {
        style: "bold",
        children: [
          "b ",
          {
            style: "italic",
            children: [
              "i ",
              { style: "underline", children: ["u"] },
              " ",
              { style: "strike", children: ["s"] },
              " ",
              { style: "spoiler", children: ["p"] },
            ],
          },
        ],
      },
    ],
  ],
  ["MarkdownV2", "1\\.5 \\* 2 \\\\", ["1.5 * 2 \\"]],
  [
    "MarkdownV2",
    "[a\\.b](https://a.example/\\)x)",
    [{ style: "link", href: "https://a.example/)x", children: ["a.b"] }],
  ],
  ["MarkdownV2", "![👍](tg://emoji?id=5)", [{ style: "emoji", href: "tg://emoji?id=5", children: ["👍"] }]],
  ["MarkdownV2", "`a*b.\\`c`", [{ style: "code", children: ["a*b.`c"] }]],
  ["MarkdownV2", "```python\n> x = 1\n```", [{ style: "pre", children: ["> x = 1\n"] }]],
  ["MarkdownV2", ">one\n>two\nafter", [{ style: "quote", children: ["one\ntwo"] }, "\nafter"]],
  ["MarkdownV2", "**>one\n>two||", [{ style: "quote", children: ["one\ntwo"] }]],
  ["MarkdownV2", "余额 😀", ["余额 😀"]],
  [
    "Markdown",
    "*bold* _i_ `c` [t](https://a.example)",
    [
      bold("bold"),
      " ",
      { style: "italic", children: ["i"] },
      " ",
      { style: "code", children: ["c"] },
      " ",
      { style: "link", href: "https://a.example", children: ["t"] },
    ],
  ],
  ["Markdown", "snake\\_case 1.5 - x!", ["snake_case 1.5 - x!"]],
  ["Markdown", "```js\nlet a_b\n```", [{ style: "pre", children: ["let a_b\n"] }]],
  [
    "HTML",
    "<b>a <i>b</i></b> &lt;c&gt; &amp; &#128512;",
    [{ style: "bold", children: ["a ", { style: "italic", children: ["b"] }] }, " <c> & 😀"],
  ],
  [
    "HTML",
    '<a href="https://a.example/?a=1&amp;b=2">t</a>',
    [{ style: "link", href: "https://a.example/?a=1&b=2", children: ["t"] }],
  ],
  [
    "HTML",
    '<span class="tg-spoiler">s</span><blockquote expandable>q</blockquote>',
    [
      { style: "spoiler", children: ["s"] },
      { style: "quote", children: ["q"] },
    ],
  ],
  [
    "HTML",
    '<pre><code class="language-js">a</code></pre>',
    [{ style: "pre", children: [{ style: "code", children: ["a"] }] }],
  ],
];

const rejected: [mode: MarkupMode, text: string, problem: [code: string, text: string, position: number]][] =
  [
    ["MarkdownV2", "Version 1.5", ["reserved", ".", 10]],
    ["MarkdownV2", "a > b", ["reserved", ">", 3]],
    ["MarkdownV2", "hi *there", ["unclosed", "*", 4]],
    ["MarkdownV2", "*a _b* c_", ["unclosed", "_", 4]],
    ["MarkdownV2", "[t](https://a.example", ["unclosed", "(", 4]],
    ["MarkdownV2", "]", ["reserved", "]", 1]],
    ["MarkdownV2", ">*a\nb*", ["unclosed", "*", 2]],
    ["MarkdownV2", "**", ["empty", "", 1]],
    ["Markdown", "snake_case", ["unclosed", "_", 6]],
    ["Markdown", "[t](x", ["unclosed", "(", 4]],
    ["HTML", "a < b", ["bracket", "<", 3]],
    ["HTML", "<br>", ["tag", "<br>", 1]],
    ["HTML", "<script>x</script>", ["tag", "<script>", 1]],
    ["HTML", '<span class="x">a</span>', ["tag", '<span class="x">', 1]],
    ["HTML", "<constructor>a</constructor>", ["tag", "<constructor>", 1]],
    ["HTML", "<b>a", ["unclosed", "<b>", 1]],
    ["HTML", "<b><i>a</b></i>", ["unclosed", "<i>", 4]],
    ["HTML", "a</b>", ["mismatch", "</b>", 2]],
    ["HTML", "<b></b>", ["empty", "", 1]],
  ];

describe("a message for Telegram", () => {
  it.each(shown)("in %s shows %j as Telegram does", (mode, text, nodes) => {
    expect(parseMarkup(text, mode)).toEqual({ nodes });
  });

  it.each(rejected)("in %s rejects %j and names the place", (mode, text, [code, mark, position]) => {
    expect(parseMarkup(text, mode)).toEqual({ problem: { code, text: mark, position } });
  });

  it.each(["MarkdownV2", "Markdown", "HTML"] as const)(
    "of any characters is read in %s in no time",
    (mode) => {
      const pieces = [
        "*",
        "_",
        "__",
        "||",
        "[",
        "](",
        ")",
        "\\",
        "`",
        "```",
        ">",
        "\n",
        "<b",
        " a=",
        '"',
        "&#",
        "x",
      ];
      for (let seed = 1; seed < 300; seed++) {
        let text = "";
        for (let index = 0; text.length < 400; index++)
          text += pieces[(seed * (index + 7) * 31) % pieces.length];
        const began = performance.now();
        parseMarkup(text, mode);
        expect(performance.now() - began).toBeLessThan(2000);
      }
    },
  );
});

it("a name that is escaped for HTML stays that text", () => {
  const name = `<b>"a"</b> & <script>&lt;`;
  expect(parseMarkup(escapeHtml(name), "HTML")).toEqual({ nodes: [name] });
});
