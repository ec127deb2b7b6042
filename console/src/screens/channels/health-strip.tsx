import Box from "@mui/material/Box";
import type { ChannelHealthSpan } from "@tollgate/contract/channel-health";
import { healthTone } from "./health-tone";

export interface HealthFrame {
  /** Start of the first span, epoch seconds. */
  start: number;
  /** Seconds. */
  span: number;
  count: number;
}

interface HealthStripProps {
  frame: HealthFrame;
  /** Spans with attempts; several of one start are not drawn. */
  spans: readonly ChannelHealthSpan[];
}

/** The last hour as a strip of small bars, one for each span; a bar without attempts is only a foot. */
export function HealthStrip({ frame, spans }: HealthStripProps) {
  const byStart = new Map(spans.map((span) => [span.start, span]));
  return (
    <Box aria-hidden sx={{ display: "flex", alignItems: "flex-end", gap: "2px", height: 16, mb: "2px" }}>
      {Array.from({ length: frame.count }, (_, index) => {
        const start = frame.start + index * frame.span;
        const found = byStart.get(start);
        const tone = found ? healthTone(found) : "none";
        return (
          <Box
            key={start}
            sx={{
              width: 4,
              height: tone === "none" ? 4 : tone === "success" ? 12 : 16,
              borderRadius: "1px",
              bgcolor: tone === "none" ? "action.disabledBackground" : `${tone}.main`,
            }}
          />
        );
      })}
    </Box>
  );
}
