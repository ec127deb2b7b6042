import { useTheme } from "@mui/material/styles";
import Tooltip from "@mui/material/Tooltip";
import type { LogRow } from "@tollgate/contract/logs";
import { useTranslation } from "react-i18next";
import { exactDuration, formatDuration } from "../../lib/format-number";

import { DurationText } from "../../widgets/duration-text/duration-text";

/** How long the whole answer took, and after how long its first byte came. */
export function LogDuration({ row }: { row: LogRow }) {
  const { t } = useTranslation("logs");
  const { text } = useTheme().palette;
  if (row.request_time <= 0) return null;
  const first = row.metadata.first_response;
  if (!row.is_stream || !first) return <DurationText value={row.request_time} />;
  return (
    <Tooltip
      title={t("duration.both", {
        total: exactDuration(row.request_time),
        first: exactDuration(first),
      })}
    >
      <span style={{ whiteSpace: "nowrap" }}>
        {formatDuration(row.request_time)}
        <span style={{ color: text.secondary }}>
          {" / "}
          {formatDuration(first)}
        </span>
      </span>
    </Tooltip>
  );
}

/** Produced tokens per second between first byte and end; undefined where that is not meaningful. */
export function tokensPerSecond(row: LogRow): number | undefined {
  // A realtime row's time contains the speaker's pauses.
  if (row.metadata.format === "openai-realtime") return undefined;
  const first = row.metadata.first_response ?? 0;
  const milliseconds = row.request_time - (row.is_stream ? first : 0);
  if (milliseconds < 100 || row.completion_tokens < 2) return undefined;
  return (row.completion_tokens / milliseconds) * 1000;
}
