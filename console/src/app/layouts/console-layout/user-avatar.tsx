import Avatar from "@mui/material/Avatar";
import type { SessionUser } from "../../../lib/session/session";

/** The user's picture, or the first letter of the name. */
export function UserAvatar(props: { user: SessionUser; size: number }) {
  const name = props.user.display_name || props.user.username || "?";
  return (
    <Avatar
      {...(props.user.avatar_url && { src: props.user.avatar_url })}
      alt=""
      sx={{
        width: props.size,
        height: props.size,
        fontSize: props.size * 0.42,
        fontWeight: 500,
        bgcolor: "primary.main",
        color: "primary.contrastText",
      }}
    >
      {name.slice(0, 1).toUpperCase()}
    </Avatar>
  );
}
