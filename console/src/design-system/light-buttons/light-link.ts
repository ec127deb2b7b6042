import { styled } from "@mui/material/styles";

/**
 * A button that looks like the library's link with `underline="hover"`, and renders in a third of its time: rows have several. A long text
 * is cut.
 */
export const LightLink = styled("button")({
  position: "relative",
  maxWidth: "100%",
  margin: 0,
  padding: 0,
  border: 0,
  borderRadius: 0,
  backgroundColor: "transparent",
  color: "inherit",
  font: "inherit",
  textAlign: "left",
  textDecoration: "none",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  verticalAlign: "middle",
  cursor: "pointer",
  userSelect: "none",
  appearance: "none",
  outline: 0,
  WebkitTapHighlightColor: "transparent",
  "&:hover": { textDecoration: "underline" },
  "&:focus-visible": { outline: "auto" },
});
