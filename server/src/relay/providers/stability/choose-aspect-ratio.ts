const ratios = ["21:9", "16:9", "3:2", "5:4", "1:1", "4:5", "2:3", "9:16", "9:21"];

/** The ratio nearest to `1024x1792`, or a ratio itself; undefined for `auto` and invalid sizes. */
export function chooseAspectRatio(size: string): string | undefined {
  const [, width, height] = /^(\d{1,5})[x:](\d{1,5})$/.exec(size) ?? [];
  const wanted = Math.log(Number(width) / Number(height));
  if (!Number.isFinite(wanted)) return undefined;
  let nearest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const ratio of ratios) {
    const [across = 1, down = 1] = ratio.split(":").map(Number);
    const distance = Math.abs(Math.log(across / down) - wanted);
    if (distance < least) [nearest, least] = [ratio, distance];
  }
  return nearest;
}
