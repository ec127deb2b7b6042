import type { Mode } from "../theme/palette";

/**
 * Colors of a chart's series, in the same hues in both modes, and of "other". Every two of them differ for readers without color
 * vision, too, and stand out from the surface; `chart-colors.test.ts` measures both.
 */
export const chartColors: Record<Mode, { series: readonly string[]; other: string }> = {
  light: {
    series: ["#2B4ACB", "#B75203", "#10835D", "#73196D", "#1287DD", "#8A0608", "#A9920A", "#7C5B9C"],
    other: "#8A93A1",
  },
  dark: {
    series: ["#8299FF", "#CE811E", "#1FA07E", "#D1A6CB", "#A7E2FC", "#AA4330", "#D1E077", "#A368BF"],
    other: "#667082",
  },
};
