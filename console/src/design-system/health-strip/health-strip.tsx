import Box from "@mui/material/Box";

/** How well the attempts of a time span went; `none` without attempts. */
export type HealthTone = "success" | "warning" | "error" | "none";

/** Recent time as a strip of small bars, one per span; failures are taller, a span without attempts is a short bar. */
export function HealthStrip({ tones, wide = false }: { tones: readonly HealthTone[]; wide?: boolean }) {
  return (
    <Box aria-hidden sx={{ display: "flex", alignItems: "flex-end", gap: "2px", height: 16, mb: "2px" }}>
      {tones.map((tone, index) => (
        <Box
          key={index}
          sx={{
            width: wide ? undefined : 4,
            flex: wide ? 1 : undefined,
            height: tone === "none" ? 4 : tone === "success" ? 12 : 16,
            borderRadius: "1px",
            bgcolor: tone === "none" ? "action.disabledBackground" : `${tone}.main`,
          }}
        />
      ))}
    </Box>
  );
}
