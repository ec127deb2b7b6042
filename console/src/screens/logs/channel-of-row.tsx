import { useTheme } from "@mui/material/styles";
import type { LogRow } from "@tollgate/contract/logs";

/** The channel that answered: its name, or its number once it was deleted. */
export function ChannelOfRow({ row }: { row: LogRow }) {
  const { text } = useTheme().palette;
  if (row.channel_id === 0) return null;
  return (
    <span title={`${row.channel?.name ?? ""} #${row.channel_id}`}>
      {row.channel?.name ?? ""}
      <span style={{ color: text.secondary }}>{` #${row.channel_id}`}</span>
    </span>
  );
}
