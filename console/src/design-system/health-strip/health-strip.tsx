import Box from "@mui/material/Box";

/** How well the attempts of a time span went; `none` without attempts. */
export type HealthTone = "success" | "warning" | "error" | "none";

/** Pixels: heights distinguish the tones for readers who do not see their colors. */
const heights: Record<HealthTone, number> = { none: 3, success: 8, warning: 12, error: 16 };

/** Recent time as a strip of small bars, one per span: the worse, the taller. */
export function HealthStrip({ tones, wide = false }: { tones: readonly HealthTone[]; wide?: boolean }) {
  return (
    <Box aria-hidden sx={{ display: "flex", alignItems: "flex-end", gap: "2px", height: 16, mb: "2px" }}>
      {tones.map((tone, index) => (
        <Box
          key={index}
          sx={{
            width: wide ? undefined : 4,
            flex: wide ? 1 : undefined,
            height: heights[tone],
            borderRadius: "1px",
            bgcolor: tone === "none" ? "action.disabledBackground" : `${tone}.main`,
          }}
        />
      ))}
    </Box>
  );
}
