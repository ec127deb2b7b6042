import { createTheme, type Theme } from "@mui/material/styles";
import { componentOverrides } from "./components/component-overrides";
import { type Mode, palettes } from "./palette";
import { shadowsOf } from "./shadows";
import { tokens } from "./tokens";
import { typography } from "./typography";

/** Duration of panel and dialog transitions; 0 with reduced motion. */
function durations(): Record<string, number> {
  if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches)
    return { enteringScreen: 225, leavingScreen: 195 };
  return {
    shortest: 0,
    shorter: 0,
    short: 0,
    standard: 0,
    complex: 0,
    enteringScreen: 0,
    leavingScreen: 0,
  };
}

/** The look in one mode. Built once per mode and kept by the caller. */
export function createConsoleTheme(mode: Mode): Theme {
  return createTheme({
    palette: palettes[mode],
    typography,
    shadows: shadowsOf(mode),
    shape: { borderRadius: tokens.radius.control },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    transitions: { duration: durations() },
    components: componentOverrides,
  });
}
