import { alpha, type CSSObject, type Theme } from "@mui/material/styles";
import { tokens } from "../theme/tokens";

/** Rules of the plain elements that rows use instead of the library's components, once for the page. */
export function lightRules({ palette, transitions }: Theme): CSSObject {
  return {
    ".light-icon-button": iconButton(palette, transitions),
    ".light-link": link,
    ".light-icon": icon(transitions),
  };
}

/** A button without the browser's own looks. */
const plainButton: CSSObject = {
  position: "relative",
  margin: 0,
  border: 0,
  backgroundColor: "transparent",
  verticalAlign: "middle",
  cursor: "pointer",
  userSelect: "none",
  appearance: "none",
  outline: 0,
  WebkitTapHighlightColor: "transparent",
};

/** As the library's small icon button in secondary color. */
function iconButton(palette: Theme["palette"], transitions: Theme["transitions"]): CSSObject {
  return {
    ...plainButton,
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    flex: "0 0 auto",
    boxSizing: "border-box",
    padding: 6,
    borderRadius: tokens.radius.control,
    color: palette.text.secondary,
    fontFamily: "inherit",
    fontSize: 18,
    textAlign: "center",
    transition: transitions.create("background-color", { duration: transitions.duration.shortest }),
    "& svg": { fontSize: "inherit" },
    "@media (hover: hover)": {
      "&:hover": { backgroundColor: alpha(palette.action.active, palette.action.hoverOpacity) },
    },
    "&:focus-visible": { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 },
    "&:disabled": { pointerEvents: "none", cursor: "default", color: palette.action.disabled },
  };
}

/** As the library's link with `underline="hover"`. A long text is cut. */
const link: CSSObject = {
  ...plainButton,
  maxWidth: "100%",
  padding: 0,
  borderRadius: 0,
  color: "inherit",
  font: "inherit",
  textAlign: "left",
  textDecoration: "none",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  "&:hover": { textDecoration: "underline" },
  "&:focus-visible": { outline: "auto" },
};

/** As the library's icons. */
function icon(transitions: Theme["transitions"]): CSSObject {
  return {
    userSelect: "none",
    width: "1em",
    height: "1em",
    display: "inline-block",
    flexShrink: 0,
    transition: transitions.create("fill", { duration: transitions.duration.shorter }),
    fill: "currentColor",
    fontSize: "1.5rem",
  };
}
