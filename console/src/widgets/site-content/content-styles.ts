import type { SxProps, Theme } from "@mui/material/styles";
import { monoFont } from "../../design-system/theme/tokens";

/** How written content looks: the console's type, wide things scroll automatically. */
export function contentStyles(quiet: boolean): SxProps<Theme> {
  return {
    // Content cannot leave its box.
    position: "relative",
    overflow: "clip",
    contain: "layout",
    overflowWrap: "anywhere",
    fontSize: quiet ? 13 : 15,
    lineHeight: quiet ? "20px" : "26px",
    color: quiet ? "text.secondary" : "text.primary",
    // `&&`: the margins of headings below must not win.
    "&& > :first-child, && > .hidden-heading + *": { mt: 0 },
    "& > :last-child": { mb: 0 },
    "& .hidden-heading": {
      position: "absolute",
      width: "1px",
      height: "1px",
      overflow: "hidden",
      clipPath: "inset(50%)",
    },
    "& h1": { fontSize: 32, lineHeight: "40px", fontWeight: 500, letterSpacing: "-0.02em", mt: 5, mb: 2 },
    "& h2": { fontSize: 22, lineHeight: "30px", fontWeight: 500, letterSpacing: "-0.01em", mt: 5, mb: 1.5 },
    "& h3, & h4, & h5, & h6": { fontSize: 17, lineHeight: "26px", fontWeight: 500, mt: 3.5, mb: 1 },
    "& p, & ul, & ol, & blockquote, & pre, & table, & details": { mt: 0, mb: quiet ? 0.5 : 2 },
    "& ul, & ol": { pl: 3 },
    "& li": { mb: 0.5 },
    // A link that leads nowhere, since its address was removed, is plain text.
    "& a[href]": { color: "primary.main", textDecoration: "underline", textUnderlineOffset: "3px" },
    "& img, & svg": { maxWidth: "100%", height: "auto" },
    "& hr": { border: 0, borderTop: 1, borderColor: "divider", my: 4 },
    "& blockquote": { mx: 0, pl: 2, borderLeft: 3, borderColor: "divider", color: "text.secondary" },
    "& code": {
      fontFamily: monoFont,
      fontSize: "0.88em",
      px: 0.5,
      borderRadius: "4px",
      bgcolor: "action.hover",
    },
    "& pre": {
      p: 2,
      overflowX: "auto",
      borderRadius: 1,
      border: 1,
      borderColor: "divider",
      bgcolor: "background.default",
      lineHeight: "20px",
      "& code": { p: 0, bgcolor: "transparent" },
    },
    "& table": { display: "block", overflowX: "auto", borderCollapse: "collapse", maxWidth: "100%" },
    "& th, & td": {
      border: 1,
      borderColor: "divider",
      px: 1.5,
      py: 0.75,
      textAlign: "left",
      // Wide tables scroll; words of narrow columns are not broken.
      overflowWrap: "break-word",
    },
    "& th": { fontWeight: 500, bgcolor: "background.default" },
  };
}
