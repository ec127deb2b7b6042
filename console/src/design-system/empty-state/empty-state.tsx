import Box from "@mui/material/Box";
import Stack from "@mui/material/Stack";
import Typography from "@mui/material/Typography";
import type { ReactNode } from "react";

export interface EmptyStateProps {
  icon?: ReactNode;
  title: string;
  /** What this list is for, in one or two sentences. */
  description?: ReactNode;
  /** The one button to begin. */
  action?: ReactNode;
}

/** Shown instead of rows: explains the list and how to start. */
export function EmptyState(props: EmptyStateProps) {
  return (
    <Stack sx={{ alignItems: "center", textAlign: "center", gap: 0.5, px: 3, py: 7 }}>
      {props.icon && (
        <Box
          aria-hidden
          sx={{
            display: "grid",
            placeItems: "center",
            width: 44,
            height: 44,
            mb: 1,
            borderRadius: "12px",
            color: "text.secondary",
            bgcolor: "action.hover",
            "& svg": { fontSize: 22 },
          }}
        >
          {props.icon}
        </Box>
      )}
      <Typography variant="subtitle1">{props.title}</Typography>
      {props.description && (
        <Typography
          variant="body2"
          component="div"
          sx={{ color: "text.secondary", maxWidth: 440, textWrap: "balance" }}
        >
          {props.description}
        </Typography>
      )}
      {props.action && <Box sx={{ mt: 2 }}>{props.action}</Box>}
    </Stack>
  );
}
