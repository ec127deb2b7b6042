import { describe, expect, it } from "vitest";
import { type Mode, palettes } from "../theme/palette";
import { chartColors } from "./chart-colors";

type Linear = [number, number, number];

/** Linear light of each channel, 0 to 1. */
function linear(hex: string): Linear {
  return [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Linear;
}

/** Color vision: complete, and without one of its three kinds of cones (Machado, Oliveira and Fernandes, 2009). */
const visions: Record<string, [Linear, Linear, Linear]> = {
  complete: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const times = (row: Linear, color: Linear): number =>
  row[0] * color[0] + row[1] * color[1] + row[2] * color[2];

/** Lightness and two axes of hue, in which equal distances look equally far apart (Oklab). */
function perceived(color: Linear): Linear {
  const cones = (
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ] as Linear[]
  ).map((row) => Math.cbrt(times(row, color))) as Linear;
  return (
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ] as Linear[]
  ).map((row) => times(row, cones)) as Linear;
}

function distance(a: string, b: string, vision: [Linear, Linear, Linear]): number {
  const [x, y] = [a, b].map((hex) => {
    const seen = vision.map((row) => Math.min(1, Math.max(0, times(row, linear(hex))))) as Linear;
    return perceived(seen);
  }) as [Linear, Linear];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
}

function contrast(a: string, b: string): number {
  const [dark, bright] = [a, b]
    .map((hex) => times([0.2126, 0.7152, 0.0722], linear(hex)))
    .sort((x, y) => x - y) as [number, number];
  return (bright + 0.05) / (dark + 0.05);
}

describe.each(["light", "dark"] as Mode[])("colors of charts, %s", (mode) => {
  const colors = [...chartColors[mode].series, chartColors[mode].other];
  const paper = palettes[mode].background?.paper ?? "";

  it.each(Object.keys(visions))("differ from each other: %s color vision", (name) => {
    const vision = visions[name];
    if (!vision) throw new Error(name);
    const close = colors.flatMap((a, index) =>
      colors
        .slice(index + 1)
        .filter((b) => distance(a, b, vision) < 0.075)
        .map((b) => `${a} ${b} ${distance(a, b, vision).toFixed(3)}`),
    );
    expect(close).toEqual([]);
  });

  it("stand out from the surface as parts of a picture must", () => {
    expect(colors.filter((color) => contrast(color, paper) < 3)).toEqual([]);
  });
});
