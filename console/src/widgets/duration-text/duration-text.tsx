import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { exactDuration, formatDuration } from "../../lib/format-number";

/** How long something took, in the unit that keeps it short; milliseconds on hover. */
export function DurationText({ value }: { value: number }) {
  return (
    <Tooltip title={exactDuration(value)}>
      <Box component="span" sx={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
        {formatDuration(value)}
      </Box>
    </Tooltip>
  );
}
