import Box from "@mui/material/Box";
import Typography from "@mui/material/Typography";
import type { TaskRow } from "@tollgate/contract/tasks";

/** Who submitted a task, and with which token. */
export function UserCell({ task }: { task: Pick<TaskRow, "username" | "token_name"> }) {
  return (
    <Box sx={{ lineHeight: "16px", overflow: "hidden" }}>
      <Typography variant="body2" component="div" noWrap title={task.username}>
        {task.username}
      </Typography>
      <Typography
        variant="caption"
        component="div"
        noWrap
        title={task.token_name}
        sx={{ color: "text.secondary" }}
      >
        {task.token_name}
      </Typography>
    </Box>
  );
}

/** The channel of a task: its name, or its number once it was deleted. */
export function ChannelCell({ task }: { task: Pick<TaskRow, "channel_id" | "channel_name"> }) {
  if (task.channel_id === 0) return null;
  return (
    <span title={`${task.channel_name} #${task.channel_id}`}>
      {task.channel_name}
      <Box component="span" sx={{ color: "text.secondary" }}>{` #${task.channel_id}`}</Box>
    </span>
  );
}
