import createCache, { type StylisPlugin } from "@emotion/cache";

/** Of the properties that pages use, those that some supported browser knows by `-webkit-` only. */
const prefixed: ReadonlySet<unknown> = new Set([
  // Safari.
  "user-select",
  // Safari, where more than the line is given.
  "text-decoration",
  // Chromium before 136.
  "print-color-adjust",
]);

/** What MUI also writes for browsers of 2016; others reject the rule, each time with an error that Emotion catches. */
const outdated = /::-(?:moz-focus-inner|moz-placeholder|ms-input-placeholder)$/;

/**
 * In place of Emotion's prefixes, which are for browsers of 2013: flex boxes and transitions would be three times as long. A rule without
 * content is left out.
 */
const currentNames: StylisPlugin = (element) => {
  const { type, props, value } = element;
  if (type === "decl" && prefixed.has(props)) element.return ||= `-webkit-${value}${value}`;
  if (type === "rule" && Array.isArray(props) && props.every((selector) => outdated.test(selector)))
    element.children = [];
};

/** Where Emotion keeps the rules that it inserted. */
export const styleCache = createCache({ key: "css", stylisPlugins: [currentNames] });
