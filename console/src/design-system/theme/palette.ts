import type { PaletteOptions } from "@mui/material/styles";

export type Mode = "light" | "dark";

/** One accent; status colors mean status only. Text reaches AA on both surfaces in both modes. */
const light: PaletteOptions = {
  mode: "light",
  primary: { main: "#2B4ACB", light: "#5872E0", dark: "#1F37A0", contrastText: "#FFFFFF" },
  secondary: { main: "#4B5565", light: "#6B7586", dark: "#303844", contrastText: "#FFFFFF" },
  success: { main: "#1A7A4C", light: "#E4F4EB", dark: "#135C39", contrastText: "#FFFFFF" },
  warning: { main: "#8F5B00", light: "#FDF2DC", dark: "#6E4600", contrastText: "#FFFFFF" },
  error: { main: "#C62F2A", light: "#FCEBEA", dark: "#9C211D", contrastText: "#FFFFFF" },
  info: { main: "#1B66A8", light: "#E5F1FB", dark: "#124B7D", contrastText: "#FFFFFF" },
  background: { default: "#F6F7F9", paper: "#FFFFFF" },
  text: { primary: "#161B24", secondary: "#566072", disabled: "#98A1B0" },
  divider: "#E3E6EC",
  action: {
    hover: "rgba(22, 27, 36, 0.04)",
    selected: "rgba(43, 74, 203, 0.08)",
    focus: "rgba(43, 74, 203, 0.12)",
  },
};

const dark: PaletteOptions = {
  mode: "dark",
  primary: { main: "#93A7FF", light: "#B4C2FF", dark: "#6F87EE", contrastText: "#0E1430" },
  secondary: { main: "#A7B0C0", light: "#C5CCD8", dark: "#7F899A", contrastText: "#12161D" },
  success: { main: "#57C98C", light: "#15301F", dark: "#8ADDAF", contrastText: "#06180E" },
  warning: { main: "#E5B04C", light: "#33270F", dark: "#F0C97F", contrastText: "#1D1503" },
  error: { main: "#F58E87", light: "#3A1B1A", dark: "#F7ABA6", contrastText: "#250706" },
  info: { main: "#73B5EC", light: "#14293C", dark: "#A0CDF3", contrastText: "#05131F" },
  background: { default: "#0D1016", paper: "#14181F" },
  text: { primary: "#E8EBF1", secondary: "#9DA7B6", disabled: "#626C7B" },
  divider: "#262C37",
  action: {
    hover: "rgba(232, 235, 241, 0.05)",
    selected: "rgba(147, 167, 255, 0.12)",
    focus: "rgba(147, 167, 255, 0.16)",
    // Selected and hovered rows; the library's defaults reduce the contrast of their text.
    selectedOpacity: 0.12,
    hoverOpacity: 0.05,
  },
};

export const palettes: Record<Mode, PaletteOptions> = { light, dark };
