import { alpha, decomposeColor, getContrastRatio, type Theme } from "@mui/material/styles";
import { describe, expect, it } from "vitest";
import { createConsoleTheme } from "../theme/create-theme";
import { type StatusTone, toneColors } from "./tone-colors";

const tones: StatusTone[] = ["success", "warning", "error", "info", "neutral"];

/** The result of blending translucent colors, the lowest first. */
function mix(...layers: string[]): string {
  const seen = layers.reduce<number[]>((below, layer) => {
    const [red = 0, green = 0, blue = 0, opacity = 1] = decomposeColor(layer).values;
    return [red, green, blue].map((part, i) => (below[i] ?? part) * (1 - opacity) + part * opacity);
  }, []);
  return `rgb(${seen.map(Math.round).join(", ")})`;
}

/** The grounds of a row as the library draws them. */
function rows({ palette }: Theme): Record<string, string> {
  const { paper } = palette.background;
  const { hover, selected, selectedOpacity, hoverOpacity } = palette.action;
  const chosen = (opacity: number) => mix(paper, alpha(palette.primary.main, opacity));
  return {
    plain: mix(paper),
    "pointed at": mix(paper, hover),
    chosen: chosen(selectedOpacity),
    "chosen and pointed at": chosen(selectedOpacity + hoverOpacity),
    "chosen card": mix(paper, selected),
  };
}

describe.each(["light", "dark"] as const)("in %s mode, on a row that is", (mode) => {
  const theme = createConsoleTheme(mode);
  it.each(Object.entries(rows(theme)))("%s, every status has enough contrast", (_name, row) => {
    const ratios = tones.map((tone) => {
      const { color, backgroundColor } = toneColors(theme, tone);
      return [tone, getContrastRatio(color, mix(row, backgroundColor)) >= 4.5];
    });
    expect(ratios).toEqual(tones.map((tone) => [tone, true]));
  });

  it.each(Object.entries(rows(theme)))("%s, every text color has enough contrast", (_name, row) => {
    const { text, primary, error } = theme.palette;
    for (const color of [text.primary, text.secondary, primary.main, error.main])
      expect(getContrastRatio(color, row)).toBeGreaterThanOrEqual(4.5);
  });
});
