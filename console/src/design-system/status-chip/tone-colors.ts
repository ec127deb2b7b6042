import { alpha, type Theme } from "@mui/material/styles";

export type StatusTone = "success" | "warning" | "error" | "info" | "neutral";

/** Text and background colors of a status; the background is translucent over selected and hovered rows. */
export function toneColors(theme: Theme, tone: StatusTone): { color: string; backgroundColor: string } {
  if (tone === "neutral")
    return { color: theme.palette.text.secondary, backgroundColor: theme.palette.action.hover };
  const { main, dark } = theme.palette[tone];
  return { color: theme.palette.mode === "light" ? dark : main, backgroundColor: alpha(main, 0.1) };
}
