import Box from "@mui/material/Box";
import Tooltip from "@mui/material/Tooltip";
import { useDesignTexts } from "../texts/design-texts";

export interface TimeTextProps {
  /** Epoch seconds; 0 and below show `none`. */
  value: number;
  /** `3 minutes ago` instead of the date. */
  relative?: boolean;
  /** Shown without a moment, e.g. "Never". */
  none?: string;
}

/** A moment in the viewer's zone; the exact one, with zone, on hover. */
export function TimeText(props: TimeTextProps) {
  const texts = useDesignTexts();
  if (props.value <= 0) return <Box component="span">{props.none ?? "—"}</Box>;
  const relative = texts.relativeTime(props.value);
  return (
    <Tooltip title={`${texts.exactTime(props.value)} · ${relative}`}>
      <Box
        component="time"
        dateTime={new Date(props.value * 1000).toISOString()}
        sx={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}
      >
        {props.relative ? relative : texts.time(props.value)}
      </Box>
    </Tooltip>
  );
}
