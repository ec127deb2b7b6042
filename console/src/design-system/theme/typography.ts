import type { TypographyVariantsOptions } from "@mui/material/styles";

/** Roboto first, then faces that carry Chinese and Japanese on each system. */
export const textFont =
  'Roboto, "PingFang SC", "Hiragino Sans", "Microsoft YaHei", "Noto Sans CJK SC", Helvetica, sans-serif';

const heading = { fontWeight: 500, letterSpacing: "-0.011em" };

/** Names of styles are not headings: what is only bold must not enter the page's outline. */
export const headingTags = { subtitle1: "div", subtitle2: "div" } as const;

export const typography: TypographyVariantsOptions = {
  fontFamily: textFont,
  fontSize: 14,
  fontWeightMedium: 500,
  fontWeightBold: 700,
  h1: { ...heading, fontSize: 24, lineHeight: "32px" },
  h2: { ...heading, fontSize: 18, lineHeight: "26px" },
  h3: { ...heading, fontSize: 16, lineHeight: "24px" },
  h4: { ...heading, fontSize: 15, lineHeight: "22px" },
  h5: { ...heading, fontSize: 14, lineHeight: "20px" },
  h6: { ...heading, fontSize: 14, lineHeight: "20px" },
  subtitle1: { fontSize: 15, fontWeight: 500, lineHeight: "22px" },
  subtitle2: { fontSize: 13, fontWeight: 500, lineHeight: "20px" },
  body1: { fontSize: 14, lineHeight: "22px" },
  body2: { fontSize: 13, lineHeight: "20px" },
  caption: { fontSize: 12, lineHeight: "16px" },
  overline: {
    fontSize: 11,
    fontWeight: 500,
    lineHeight: "16px",
    letterSpacing: "0.04em",
    textTransform: "none",
  },
  button: { fontSize: 14, fontWeight: 500, textTransform: "none", letterSpacing: 0 },
};
