import createSanitizer from "dompurify";
import { Marked } from "marked";
import { openBeside } from "../../widgets/site-content/secure-link";

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** HTML in an answer is text, and a picture is a link to it: loading it would reveal to its server that the answer was read. */
const markdown = new Marked({
  gfm: true,
  async: false,
  renderer: {
    // An answer's headings are below the page's own.
    heading({ tokens, depth }) {
      const level = Math.min(6, depth + 2);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    html: ({ text }) => escape(text),
    image: ({ href, text }) => `<a href="${escape(href)}">${escape(text || href)}</a>`,
  },
});

/** Allowed elements: only those that Markdown produces. */
const tags =
  "p br hr h3 h4 h5 h6 strong em del code pre blockquote ul ol li a table thead tbody tr th td".split(" ");

const sanitizer = createSanitizer(window);

sanitizer.addHook("afterSanitizeAttributes", (element) => {
  if (element.localName === "a") showTarget(element);
  // Wide tables are scrolled by the keyboard, too.
  if (element.localName === "pre" || element.localName === "table") element.setAttribute("tabindex", "0");
});

/**
 * A part of a model's answer as inert nodes. Answers are hostile, so a link shows its address, and only links to
 * web pages and mail are kept.
 */
export function renderOutput(text: string): DocumentFragment {
  return sanitizer.sanitize(markdown.parse(text, { async: false }), {
    ALLOWED_TAGS: tags,
    ALLOWED_ATTR: ["href", "align", "start"],
    ALLOWED_URI_REGEXP: /^(?:https?:\/\/|mailto:)/i,
    ALLOW_DATA_ATTR: false,
    RETURN_DOM_FRAGMENT: true,
  });
}

function showTarget(link: Element): void {
  const address = link.getAttribute("href");
  if (address === null || !URL.canParse(address)) {
    link.removeAttribute("href");
    return;
  }
  openBeside(link);
  const { host, pathname, protocol } = new URL(address);
  const target = protocol === "mailto:" ? pathname : host;
  link.setAttribute("title", address);
  if (!names(link.textContent ?? "", target)) link.append(` (${target})`);
}

/** True if a link's text equals its address. */
function names(text: string, target: string): boolean {
  return text === target || (URL.canParse(text) && new URL(text).host === target);
}
