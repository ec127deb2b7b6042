import { alpha, styled } from "@mui/material/styles";
import { tokens } from "../theme/tokens";

/** Looks like the library's small icon button in secondary color, and renders in a fraction of its time: rows have several. */
export const LightIconButton = styled("button")(({ theme: { palette, transitions } }) => ({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  flex: "0 0 auto",
  position: "relative",
  boxSizing: "border-box",
  margin: 0,
  padding: 6,
  border: 0,
  borderRadius: tokens.radius.control,
  backgroundColor: "transparent",
  color: palette.text.secondary,
  fontFamily: "inherit",
  fontSize: 18,
  textAlign: "center",
  verticalAlign: "middle",
  cursor: "pointer",
  userSelect: "none",
  appearance: "none",
  outline: 0,
  WebkitTapHighlightColor: "transparent",
  transition: transitions.create("background-color", { duration: transitions.duration.shortest }),
  "& svg": { fontSize: "inherit" },
  "@media (hover: hover)": {
    "&:hover": { backgroundColor: alpha(palette.action.active, palette.action.hoverOpacity) },
  },
  "&:focus-visible": { outline: `2px solid ${palette.primary.main}`, outlineOffset: 2 },
  "&:disabled": { pointerEvents: "none", cursor: "default", color: palette.action.disabled },
}));
