import Tooltip from "@mui/material/Tooltip";
import { exactDuration, formatDuration } from "../../lib/format-number";

/** Not a styled component: lists have hundreds of durations. */
const figure = { whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" } as const;

/** How long something took, in the unit that keeps it short; milliseconds on hover. */
export function DurationText({ value }: { value: number }) {
  return (
    <Tooltip title={exactDuration(value)}>
      <span style={figure}>{formatDuration(value)}</span>
    </Tooltip>
  );
}
