import Box from "@mui/material/Box";
import type { SeriesLook } from "./series-look";

/** The small sign of a series, beside its name. */
export function SeriesSwatch({ look, line = false }: { look: SeriesLook; line?: boolean }) {
  const hatch = `repeating-linear-gradient(135deg, ${look.color} 0 2px, transparent 2px 3.5px)`;
  return (
    <Box
      component="span"
      aria-hidden
      sx={
        line
          ? {
              width: 14,
              height: 0,
              flexShrink: 0,
              borderTop: `2px ${look.hatched ? "dashed" : "solid"} ${look.color}`,
            }
          : {
              width: 10,
              height: 10,
              flexShrink: 0,
              borderRadius: "2px",
              border: `1px solid ${look.color}`,
              background: look.hatched ? hatch : look.color,
            }
      }
    />
  );
}
