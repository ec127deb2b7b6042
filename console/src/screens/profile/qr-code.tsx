import Box from "@mui/material/Box";
import { useMemo } from "react";
import { encode } from "uqr";

const side = 184;

/** A text to be read by a camera; dark on white in every theme, as cameras expect. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => draw(text), [text]);
  return (
    <Box
      component="svg"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      sx={{
        display: "block",
        width: side,
        height: side,
        mx: "auto",
        borderRadius: 1.5,
        border: 1,
        borderColor: "divider",
        bgcolor: "#fff",
      }}
    >
      <path d={path} fill="#000" />
    </Box>
  );
}

/** One square of the path for each dark module. */
function draw(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 3 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return { size, path };
}
