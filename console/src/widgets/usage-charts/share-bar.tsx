import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import { formatShare } from "../../lib/format-number";

/** A part of the whole, 0 to 1, as bar and number. */
export function ShareBar({ value }: { value: number }) {
  return (
    <Stack direction="row" component="span" sx={{ alignItems: "center", justifyContent: "flex-end", gap: 1 }}>
      <Box
        component="span"
        aria-hidden
        sx={{ width: 64, height: 4, borderRadius: 2, bgcolor: "action.hover", overflow: "hidden" }}
      >
        <Box
          component="span"
          sx={{ display: "block", height: 1, width: `${value * 100}%`, bgcolor: "primary.main" }}
        />
      </Box>
      <Box component="span" sx={{ minWidth: 40, textAlign: "right" }}>
        {formatShare(value)}
      </Box>
    </Stack>
  );
}
