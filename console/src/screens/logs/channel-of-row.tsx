import Box from "@mui/material/Box";
import type { LogRow } from "@tollgate/contract/logs";

/** The channel that answered: its name, or its number once it was deleted. */
export function ChannelOfRow({ row }: { row: LogRow }) {
  if (row.channel_id === 0) return null;
  return (
    <span title={`${row.channel?.name ?? ""} #${row.channel_id}`}>
      {row.channel?.name ?? ""}
      <Box component="span" sx={{ color: "text.secondary" }}>{` #${row.channel_id}`}</Box>
    </span>
  );
}
