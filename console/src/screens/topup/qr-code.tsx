import Box from "@mui/material/Box";
import { encode } from "uqr";

const side = 216;

/** A QR code of a text. Dark on white in both themes: not every reader takes the other way round. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2, ecc: "M" });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <Box
      sx={{
        width: side + 18,
        mx: "auto",
        p: 1,
        bgcolor: "#fff",
        border: 1,
        borderColor: "divider",
        borderRadius: 1.5,
      }}
    >
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${size} ${size}`}
        width={side}
        height={side}
        shapeRendering="crispEdges"
        style={{ display: "block" }}
      >
        <path d={path} fill="#000" />
      </svg>
    </Box>
  );
}
