import createSanitizer from "dompurify";
import { Marked } from "marked";
import { secureLink } from "./secure-link";

/** Tags for input, media, or page-wide styles. */
const rejectedTags = [
  "style",
  "form",
  "input",
  "button",
  "select",
  "option",
  "textarea",
  "datalist",
  "dialog",
  "template",
  "slot",
  "audio",
  "video",
  "source",
  "track",
  "picture",
  "map",
  "area",
  "marquee",
  "image",
];

/** Names and classes of the page's own would be borrowed by these; `style` is kept as far as `allowedStyles` goes. */
const rejectedAttributes = [
  "class",
  "id",
  "name",
  "srcset",
  "ping",
  "background",
  "usemap",
  "popover",
  "part",
];

/** Allowed style properties: none that position an element or fetch anything. */
const allowedStyles = [
  "color",
  "background-color",
  "text-align",
  "text-decoration",
  "font-size",
  "font-weight",
  "font-style",
  "line-height",
  "letter-spacing",
  "width",
  "max-width",
  "height",
  "max-height",
  "margin",
  "margin-top",
  "margin-right",
  "margin-bottom",
  "margin-left",
  "padding",
  "padding-top",
  "padding-right",
  "padding-bottom",
  "padding-left",
  "border",
  "border-radius",
  "border-color",
  "display",
  "gap",
  "flex-wrap",
  "flex-direction",
  "justify-content",
  "align-items",
  "vertical-align",
  "white-space",
];

/** Functions of CSS that fetch, or read what is elsewhere. Negative lengths would draw over the page's own parts. */
const harmfulValue = /url|image|expression|var\s*\(|attr\s*\(|element\s*\(|env\s*\(|[\\@]|(?:^|[\s,(])-/i;

/** Web, mail and telephone, this site's own pages, places on the page. Pictures may also be part of the text itself. */
const allowedAddresses = /^(?:https?:|mailto:|tel:|[/.#?]|[\w-]+(?:[/?#]|$))/i;

const markdown = new Marked({ gfm: true, async: false });
const sanitizer = createSanitizer(window);

sanitizer.addHook("uponSanitizeAttribute", (_element, attribute) => {
  if (attribute.attrName !== "style") return;
  const kept = keepStyles(attribute.attrValue);
  if (kept === "") attribute.keepAttr = false;
  else attribute.attrValue = kept;
});

sanitizer.addHook("afterSanitizeAttributes", (element) => {
  if (element.localName === "a") secureLink(element);
  if (element.localName === "img") {
    element.setAttribute("loading", "lazy");
    element.setAttribute("decoding", "async");
    element.setAttribute("referrerpolicy", "no-referrer");
    if (!element.hasAttribute("alt")) element.setAttribute("alt", "");
  }
});

/**
 * The operator's content (home, about, footer, announcement) as inert nodes: Markdown, and HTML
 * within it. It is never serialized to HTML again, so that nothing is parsed twice.
 */
export function renderContent(text: string): DocumentFragment {
  return sanitizer.sanitize(markdown.parse(text, { async: false }), {
    USE_PROFILES: { html: true, svg: true },
    FORBID_TAGS: rejectedTags,
    FORBID_ATTR: rejectedAttributes,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: allowedAddresses,
    RETURN_DOM_FRAGMENT: true,
  });
}

function keepStyles(text: string): string {
  const parsed = document.implementation.createHTMLDocument("").createElement("span").style;
  parsed.cssText = text;
  return allowedStyles
    .map((name) => ({ name, value: parsed.getPropertyValue(name) }))
    .filter(({ value }) => value !== "" && !harmfulValue.test(value))
    .map(({ name, value }) => `${name}: ${value}`)
    .join("; ");
}
