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

/** Not a styled component: lists have hundreds of moments. */
const moment = { whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" } as const;

/** A moment in the viewer's zone; the exact one, with zone, on hover. */
export function TimeText(props: TimeTextProps) {
  const texts = useDesignTexts();
  if (props.value <= 0) return <span>{props.none ?? "—"}</span>;
  const relative = texts.relativeTime(props.value);
  return (
    <Tooltip title={`${texts.exactTime(props.value)} · ${relative}`}>
      <time dateTime={new Date(props.value * 1000).toISOString()} style={moment}>
        {props.relative ? relative : texts.time(props.value)}
      </time>
    </Tooltip>
  );
}
